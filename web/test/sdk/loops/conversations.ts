// The conversations that every adapter must get through, whatever the API.
import type { Turn } from './server.js';

export interface Conversation {
  prompt: string;
  /** What the model does. */
  turns: Turn[];
  enabledTools: string[];
  /** The user presses stop while this tool runs. */
  stopAtCall?: string;
  /** What the user answers when asked. */
  decision?: { allow: true } | { allow: false; reason?: string };
  /** Files that are there before, in base64. */
  given?: Record<string, string>;
  /** Files to look at afterwards. */
  files?: string[];
}

const everything = ['memory', 'filesystem', 'javascript', 'wait', 'fail', 'publish'];

/** A picture of one pixel. */
const dot = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

export const conversations = {
  /** Three turns: calls side by side that meet in a file, then broken and good ones, then the answer. */
  threeTurns: {
    prompt: 'Räum die Notizen auf, bitte.',
    enabledTools: everything,
    files: ['/notes.txt', '/sum.txt'],
    turns: [
      {
        say: 'Ich schreibe zuerst. ✏️',
        call: [
          { name: 'filesystem', input: { action: 'write', path: '/notes.txt', content: 'Äpfel 6\nBirnen 7\n' } },
          { name: 'filesystem', input: { action: 'read', path: '/notes.txt' } },
          { name: 'memory', input: { command: 'view', path: '/memories/none.md' } },
        ],
      },
      {
        call: [
          { name: 'filesystem', input: { action: 'raed', path: '/notes.txt' } },
          {
            name: 'javascript',
            input: {
              code: "fs.writeFileSync('/sum.txt', String(fs.readFileSync('/notes.txt', 'utf-8').match(/\\d/g).reduce((a, b) => a * b, 1))); return 'fertig'",
            },
          },
        ],
      },
      { say: 'Fertig: 42 Stück Obst — 🍎🍐.' },
    ],
  },
  /** The tool throws, and the model goes on. */
  failing: {
    prompt: 'Print it.',
    enabledTools: everything,
    turns: [{ call: [{ name: 'fail', input: {} }] }, { say: 'The printer is on fire, it seems.' }],
  },
  /** The user says no, and the model is told. */
  denied: {
    prompt: 'Publish it.',
    enabledTools: everything,
    decision: { allow: false, reason: 'not on a Sunday' },
    turns: [{ call: [{ name: 'publish', input: {} }] }, { say: 'Then on Monday.' }],
  },
  /** The user says yes. */
  approved: {
    prompt: 'Publish it.',
    enabledTools: everything,
    decision: { allow: true },
    turns: [{ call: [{ name: 'publish', input: {} }] }, { say: 'It is published.' }],
  },
  /** The user presses stop while a tool runs. */
  stopped: {
    prompt: 'Wait.',
    enabledTools: everything,
    stopAtCall: 'wait',
    turns: [{ call: [{ name: 'wait', input: {} }] }, { say: 'This is never said.' }],
  },
  /** The model looks at a picture, where the API lets it. */
  picture: {
    prompt: 'What is in the picture?',
    enabledTools: everything,
    given: { '/dot.png': dot },
    turns: [{ call: [{ name: 'filesystem', input: { action: 'read', path: '/dot.png' } }] }, { say: 'A dot.' }],
  },
  /** The API is busy once, between a call and its result. */
  busy: {
    prompt: 'What is there?',
    enabledTools: everything,
    turns: [{ call: [{ name: 'filesystem', input: { action: 'list' } }] }, { fail: { status: 503, message: 'Overloaded' } }, { say: 'Nothing is there.' }],
  },
} satisfies Record<string, Conversation>;

export type ConversationName = keyof typeof conversations;
