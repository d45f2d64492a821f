import type { ApiType, ClientTools } from 'clienttools';
import { estimateTokenCount } from 'tokenx';
import { useEffect, useState } from 'preact/hooks';
import { LongText } from '../chat/components/long-text.js';
import { errorText } from '../src/format.js';
import type { ToolChoice } from './tool-choice.js';

const apis: Record<ApiType, string> = {
  anthropic: 'Anthropic',
  openai_chat: 'OpenAI Chat',
  openai_responses: 'OpenAI Responses',
  gemini: 'Gemini',
  bedrock: 'Bedrock',
  mcp: 'MCP',
};

interface Told {
  definitions: string;
  prompts: string;
  tokens: { definitions: number; prompts: number };
}

/** What a model is told of the tools, for each API, and what it costs. */
export function Preview({ tools, projectId, choice }: { tools: ClientTools; projectId: string; choice: ToolChoice }) {
  const [api, setAPI] = useState<ApiType>('anthropic');
  const [told, setTold] = useState<Told>();
  const [problem, setProblem] = useState('');
  useEffect(() => {
    let current = true;
    readTold(tools, projectId, choice, api).then(
      (told) => current && (setTold(told), setProblem('')),
      (error: unknown) => current && setProblem(errorText(error)),
    );
    return () => void (current = false);
  }, [tools, projectId, choice, api]);
  return (
    <>
      <div class="form-bar">
        <label for="preview-api">For</label>
        <select id="preview-api" value={api} onChange={(event) => setAPI(event.currentTarget.value as ApiType)}>
          {Object.entries(apis).map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
        {told && (
          <p class="badge" role="status" title="An estimate: each model counts in its own way">
            ≈ {(told.tokens.definitions + told.tokens.prompts).toLocaleString()} tokens with every request
          </p>
        )}
      </div>
      {problem && (
        <p class="problem" role="alert">
          {problem}
        </p>
      )}
      {told && (
        <>
          <h3>Definitions (≈ {told.tokens.definitions.toLocaleString()} tokens)</h3>
          <LongText text={told.definitions} label="Definitions" />
          <h3>System prompt (≈ {told.tokens.prompts.toLocaleString()} tokens)</h3>
          <LongText text={told.prompts || '(the tools add nothing)'} label="System prompt" />
        </>
      )}
    </>
  );
}

async function readTold(tools: ClientTools, projectId: string, { enabledTools, toolOptions }: ToolChoice, apiType: ApiType): Promise<Told> {
  const session = tools.session({ apiType, project: { id: projectId, enabledTools, toolOptions } });
  const [definitions, prompts] = await Promise.all([session.definitions(), session.systemPrompts()]);
  const prompt = prompts.join('\n\n');
  return {
    definitions: JSON.stringify(definitions, null, 2),
    prompts: prompt,
    tokens: { definitions: definitions.length > 0 ? estimateTokenCount(JSON.stringify(definitions)) : 0, prompts: estimateTokenCount(prompt) },
  };
}
