import type { ClientTools } from 'clienttools';
import { useEffect, useState } from 'preact/hooks';
import { formatDuration } from '../../src/format.js';
import type { Question } from '../../src/approvals.js';
import type { CallRecord } from '../conversation.js';
import { ApprovalQuestion } from './approval-question.js';
import { Rendered } from './rendered.js';
import { ToolIcon } from './tool-icon.js';

const statusText: Record<CallRecord['status'] | 'asking', string> = {
  preparing: 'being written',
  in_progress: 'running',
  asking: 'waits for you',
  success: 'done',
  failure: 'failed',
  cancelled: 'cancelled',
  denied: 'denied',
};

interface Props {
  tools: ClientTools;
  call: CallRecord;
  question: Question | undefined;
}

/** One call: what runs, how it stands, what went in and what came out. */
export function ToolCell({ tools, call, question }: Props) {
  const rendered = useRendered(tools, call);
  const status = question ? 'asking' : call.status;
  const took = call.startedAt && call.finishedAt ? Date.parse(call.finishedAt) - Date.parse(call.startedAt) : undefined;
  const [opened, setOpened] = useState<boolean>();
  return (
    <details class={`tool-cell ${status}`} open={opened ?? status === 'asking'} onToggle={(event) => setOpened(event.currentTarget.open)}>
      <summary>
        <ToolIcon info={tools.get(call.name)} name={call.name} />
        <span class="tool-name">{call.displayName ?? call.name}</span>
        <span class="tool-about">{call.message ?? summary(call.input)}</span>
        <span class="tool-status">
          <span class="dot" aria-hidden="true" />
          {statusText[status]}
          {took !== undefined && status === 'success' && <span class="tool-time"> {formatDuration(took)}</span>}
        </span>
      </summary>
      <div class="tool-body">
        <h4>What it got</h4>
        <Rendered text={rendered.input} label="Input" />
        {question && <ApprovalQuestion question={question} name={call.displayName ?? call.name} />}
        {rendered.output !== undefined && (
          <>
            <h4>{call.status === 'success' ? 'What the model reads' : 'The error that the model reads'}</h4>
            <Rendered text={rendered.output || '(nothing)'} label="Output" failed={call.status !== 'success'} />
          </>
        )}
      </div>
    </details>
  );
}

/** Input and output as the tool's own renderers show them, and plainly until they have answered or where it has none. */
function useRendered(tools: ClientTools, call: CallRecord): { input: string; output: string | undefined } {
  const { name, input, output, status } = call;
  const [own, setOwn] = useState<{ input?: string; output?: string }>({});
  useEffect(() => {
    let current = true;
    if (status === 'preparing') return;
    tools.render(name, { input, ...(output !== undefined && { output, isError: status !== 'success' }) }).then(
      (rendered) => current && setOwn(rendered),
      () => {},
    );
    return () => void (current = false);
  }, [tools, name, input, output, status]);
  return { input: own.input ?? plain(input), output: output === undefined ? undefined : (own.output ?? output) };
}

/** An input for people: a line for each property, longer texts below their names. */
function plain(input: unknown): string {
  if (typeof input === 'string') return input;
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return JSON.stringify(input, null, 2);
  return Object.entries(input)
    .map(([name, value]) => {
      const text = typeof value === 'string' ? value : JSON.stringify(value, null, 2);
      return text.includes('\n') ? `${name}:\n${text}` : `${name}: ${text}`;
    })
    .join('\n');
}

/** Names of inputs that tell most about a call, in order. */
const telling = ['action', 'command', 'path', 'old_path', 'new_path', 'pattern', 'title', 'field', 'url', 'query', 'code'];

/** Enough of an input to tell one call from another. */
function summary(input: unknown): string {
  if (typeof input !== 'object' || input === null) return '';
  const texts = telling.map((name) => (input as Record<string, unknown>)[name]).filter((value): value is string => typeof value === 'string');
  return texts.slice(0, 3).join(' ').replace(/\s+/g, ' ').slice(0, 120);
}
