// Checked by tsc: what we export satisfies the contract. It has no test to run.
import type * as contract from './contract.js';
import * as clienttools from '../../src/index.js';
import type * as ours from '../../src/index.js';

type Assignable<From extends To, To> = [From, To];

export const load: typeof contract.loadClientTools = clienttools.loadClientTools;
export const errorClass: abstract new (...args: never[]) => contract.ClientToolsError = clienttools.ClientToolsError;

export type Checks = [
  Assignable<ours.ClientTools, contract.ClientTools>,
  Assignable<ours.ProjectFiles, contract.ProjectFiles>,
  Assignable<ours.Session, contract.Session>,
  Assignable<ours.ToolResult, contract.ToolResult>,
  Assignable<ours.Activity, contract.Activity>,
  Assignable<ours.ToolInfo, contract.ToolInfo>,
  Assignable<ours.FileInfo, contract.FileInfo>,
  // What an application gives us may be written against either.
  Assignable<contract.LoadOptions, ours.LoadOptions>,
  Assignable<contract.ClientSideTool, ours.ClientSideTool>,
  Assignable<ours.ClientSideTool, contract.ClientSideTool>,
  Assignable<contract.SessionSettings, ours.SessionSettings>,
  Assignable<contract.ToolContext, ours.ToolContext>,
  Assignable<contract.AgentStore, ours.AgentStore>,
  Assignable<contract.JSONSchema, ours.JSONSchema>,
];
