package gojavm

import "github.com/dop251/goja/ast"

// hasReturn tells whether any of these statements of one function returns.
func hasReturn(list []ast.Statement) bool {
	for _, s := range list {
		if returns(s) {
			return true
		}
	}
	return false
}

func returns(s ast.Statement) bool {
	switch s := s.(type) {
	case *ast.ReturnStatement:
		return true
	case *ast.BlockStatement:
		return s != nil && hasReturn(s.List)
	case *ast.IfStatement:
		return returns(s.Consequent) || s.Alternate != nil && returns(s.Alternate)
	case *ast.TryStatement:
		return returns(s.Body) || s.Catch != nil && returns(s.Catch.Body) || s.Finally != nil && returns(s.Finally)
	case *ast.ForStatement:
		return returns(s.Body)
	case *ast.ForInStatement:
		return returns(s.Body)
	case *ast.ForOfStatement:
		return returns(s.Body)
	case *ast.WhileStatement:
		return returns(s.Body)
	case *ast.DoWhileStatement:
		return returns(s.Body)
	case *ast.WithStatement:
		return returns(s.Body)
	case *ast.LabelledStatement:
		return returns(s.Statement)
	case *ast.SwitchStatement:
		for _, c := range s.Body {
			if hasReturn(c.Consequent) {
				return true
			}
		}
	}
	return false
}

// returnLast makes the last statement, if it is an expression, a return of its
// value; in a block, an if or a try it is the last one of each branch.
func returnLast(list []ast.Statement) {
	for i := len(list) - 1; i >= 0; i-- {
		if _, empty := list[i].(*ast.EmptyStatement); !empty {
			list[i] = returned(list[i])
			return
		}
	}
}

func returned(s ast.Statement) ast.Statement {
	switch s := s.(type) {
	case *ast.ExpressionStatement:
		return &ast.ReturnStatement{Return: s.Idx0(), Argument: s.Expression}
	case *ast.BlockStatement:
		returnLast(s.List)
	case *ast.IfStatement:
		s.Consequent = returned(s.Consequent)
		if s.Alternate != nil {
			s.Alternate = returned(s.Alternate)
		}
	case *ast.TryStatement:
		returnLast(s.Body.List)
		if s.Catch != nil {
			returnLast(s.Catch.Body.List)
		}
	}
	return s
}
