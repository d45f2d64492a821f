// What each API calls a definition, a call and a result, and changes that its types
// must refuse. A change gives false where there is nothing to change.

/** A change at the end of a path, or false where the path does not lead anywhere. */
const at = (path, change) => (root) => {
  const keys = path.split('.');
  const last = keys.pop();
  let object = root;
  for (const key of keys) {
    object = object?.[key];
  }
  return typeof object === 'object' && object !== null && last in object && change(object, last);
};
const without = (path) => at(path, (object, key) => delete object[key]);
const as = (path, value) => at(path, (object, key) => ((object[key] = value), true));
const renamed = (path, name) => at(path, (object, key) => ((object[name] = object[key]), delete object[key]));

export const shapes = {
  anthropic: {
    imports: `import type { Messages } from '@anthropic-ai/sdk/resources/messages/messages';`,
    definition: 'Messages.ToolUnion',
    call: 'Messages.ToolUseBlockParam',
    result: 'Messages.ToolResultBlockParam',
    wrong: {
      definition: [
        without('name'),
        without('input_schema'),
        renamed('input_schema', 'inputSchema'),
        as('input_schema.type', 'array'),
        as('description', ['text']),
        as('strict', 'yes'),
      ],
      call: [without('id'), without('name'), as('type', 'function_call')],
      result: [
        without('tool_use_id'),
        renamed('tool_use_id', 'tool_call_id'),
        as('type', 'function_call_output'),
        as('is_error', 'true'),
        as('content', { text: 'not a list' }),
        as('content.1.source.media_type', 'image/tiff'),
        as('content.1.type', 'picture'),
      ],
    },
  },
  openai_chat: {
    imports: `import type { ChatCompletionMessageToolCall, ChatCompletionTool, ChatCompletionToolMessageParam } from 'openai/resources/chat/completions';`,
    definition: 'ChatCompletionTool',
    call: 'ChatCompletionMessageToolCall',
    result: 'ChatCompletionToolMessageParam',
    wrong: {
      definition: [
        without('type'),
        without('function'),
        without('function.name'),
        renamed('function.parameters', 'input_schema'),
        as('function.parameters', 'none'),
        as('function.strict', 'no'),
      ],
      call: [without('id'), as('function.arguments', { path: '/' }), without('function.name')],
      result: [without('tool_call_id'), without('content'), as('role', 'function'), as('content', { text: 'x' })],
    },
  },
  openai_responses: {
    imports: `import type { FunctionTool, ResponseFunctionToolCall, ResponseInputItem } from 'openai/resources/responses/responses';`,
    definition: 'FunctionTool',
    call: 'ResponseFunctionToolCall',
    result: 'ResponseInputItem.FunctionCallOutput',
    wrong: {
      definition: [
        without('strict'), // left out, it would make every parameter required
        without('parameters'),
        without('name'),
        as('type', 'custom'),
        (definition) => (Object.assign(definition, { function: { name: definition.name } }), true), // the form of Chat Completions
      ],
      call: [without('call_id'), without('arguments'), as('arguments', {})],
      result: [
        renamed('call_id', 'tool_call_id'),
        as('call_id', 5),
        as('type', 'tool_result'),
        as('output', { text: 'x' }),
        as('output.1.detail', 'best'),
        as('output.0.type', 'text'),
      ],
    },
  },
  gemini: {
    imports: `import type { Part, Tool } from '@google/genai';`,
    definition: 'Tool',
    call: 'Part',
    result: 'Part',
    wrong: {
      definition: [
        renamed('functionDeclarations', 'function_declarations'),
        as('functionDeclarations', {}),
        renamed('functionDeclarations.0.parametersJsonSchema', 'input_schema'),
        as('functionDeclarations.0.name', 5),
      ],
      call: [renamed('functionCall', 'function_call'), as('functionCall.args', '{}')],
      result: [
        renamed('functionResponse', 'functionResult'),
        as('functionResponse.response', 'text'),
        as('functionResponse.name', null),
        renamed('functionResponse.parts.0.inlineData', 'inline_data'),
      ],
    },
  },
  bedrock: {
    imports: `import type { ContentBlock, Tool } from '@aws-sdk/client-bedrock-runtime';`,
    definition: 'Tool',
    call: 'ContentBlock',
    result: 'ContentBlock',
    wrong: {
      definition: [without('toolSpec.name'), without('toolSpec.inputSchema'), renamed('toolSpec.inputSchema.json', 'schema'), renamed('toolSpec', 'tool_spec')],
      call: [without('toolUse.toolUseId'), without('toolUse.name')],
      result: [
        without('toolResult.toolUseId'),
        as('toolResult.content', 'text'),
        as('toolResult.status', 'failed'),
        as('toolResult.content.1.image.format', 'image/png'),
      ],
    },
  },
  mcp: {
    imports: `import type { CallToolRequest, CallToolResult, Tool } from '@modelcontextprotocol/sdk/types.js';`,
    definition: 'Tool',
    call: `CallToolRequest['params']`,
    result: 'CallToolResult',
    wrong: {
      definition: [
        without('name'),
        without('inputSchema'),
        renamed('inputSchema', 'input_schema'),
        as('inputSchema.type', 'array'),
        as('annotations.readOnlyHint', 'yes'),
      ],
      call: [without('name'), as('arguments', '{}')],
      result: [as('content', 'text'), without('content.0.type'), as('content.0.type', 'image'), as('isError', 'true'), as('structuredContent', 'text')],
    },
  },
};
