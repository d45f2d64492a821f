// A plugin of TypeDoc: what is exported has a comment, and so has each of its
// members. What an inline type lists is described by the member that has it.
import { Converter, ReflectionKind } from 'typedoc';

const kinds =
  ReflectionKind.Variable |
  ReflectionKind.Function |
  ReflectionKind.Class |
  ReflectionKind.Interface |
  ReflectionKind.TypeAlias |
  ReflectionKind.Property |
  ReflectionKind.Method |
  ReflectionKind.Accessor;

export function load(app) {
  app.converter.on(Converter.EVENT_RESOLVE_END, ({ project }) => {
    for (const reflection of project.getReflectionsByKind(kinds)) {
      if (isExternal(reflection) || isInline(reflection) || hasComment(reflection)) continue;
      app.logger.validationWarning(`${reflection.getFriendlyFullName()} has no comment`);
    }
  });
}

function hasComment(reflection) {
  return [reflection, ...(reflection.signatures ?? []), reflection.getSignature, ...(reflection.type?.declaration?.signatures ?? [])].some((part) =>
    part?.hasComment(),
  );
}

function isInline(reflection) {
  for (let outer = reflection.parent; outer; outer = outer.parent) {
    if (outer.kindOf(ReflectionKind.TypeLiteral | ReflectionKind.Signature | ReflectionKind.TypeParameter)) return true;
  }
  return false;
}

// Of an Error, say: the library's.
function isExternal(reflection) {
  return reflection.flags.isExternal || reflection.inheritedFrom !== undefined || reflection.flags.isPrivate;
}
