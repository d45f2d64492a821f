import type { ClientTools } from 'clienttools';
import type { Question } from '../../src/approvals.js';
import { addressOf } from '../../src/shell/routes.js';
import { Markdown } from '../../markdown/markdown.js';
import type { AssistantEntry, CallRecord, Entry } from '../conversation.js';
import { ToolCell } from './tool-cell.js';

interface Props {
  tools: ClientTools;
  entry: Entry;
  /** The last one of the chat, being worked on. */
  current: boolean;
  questions: Question[];
  onRetry: (() => void) | undefined;
}

/** One thing that was said, with the calls that belong to it. */
export function Message({ entry, ...rest }: Props) {
  if (entry.kind === 'assistant') return <Answer entry={entry} {...rest} />;
  return (
    <article class="message user" aria-label="You">
      <p class="said">{entry.text}</p>
    </article>
  );
}

function Answer({ tools, entry, current, questions, onRetry }: Props & { entry: AssistantEntry }) {
  const { text, calls, stopped, error } = entry;
  const asked = matched(calls, questions);
  return (
    <article class="message assistant" aria-label="Assistant">
      {text && <Markdown text={text} />}
      {calls.length > 0 && (
        <div class="tool-cells" role="group" aria-label={calls.length > 1 ? `${calls.length} calls, side by side` : 'One call'}>
          {calls.map((call) => (
            <ToolCell key={call.id} tools={tools} call={call} question={asked.get(call)} />
          ))}
        </div>
      )}
      {current && !text && calls.length === 0 && <p class="thinking">Thinking…</p>}
      {stopped && <p class="hint">You stopped it here.</p>}
      {error && (
        <div class="problem-box" role="alert">
          <p>{error}</p>
          <p>
            <a href={addressOf('settings', 'model')}>Settings of the model</a>
          </p>
        </div>
      )}
      {onRetry && (stopped || error) && (
        <button type="button" class="small" onClick={onRetry}>
          {error ? 'Try again' : 'Go on'}
        </button>
      )}
    </article>
  );
}

/** Which call a question is about. A question names no call, so it is the first running one of the same tool and input. */
function matched(calls: CallRecord[], questions: Question[]): Map<CallRecord, Question> {
  const found = new Map<CallRecord, Question>();
  for (const question of questions) {
    const running = calls.filter((call) => call.name === question.request.tool && call.status === 'in_progress' && !found.has(call));
    const call = running.find(({ input }) => JSON.stringify(input) === JSON.stringify(question.request.input)) ?? running[0];
    if (call) found.set(call, question);
  }
  return found;
}
