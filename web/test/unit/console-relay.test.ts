import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ConsoleRelay } from '../../src/console-relay.js';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('lines are passed on at once, and in batches when there are many', () => {
  const sent: string[][] = [];
  const relay = new ConsoleRelay((lines) => sent.push(lines));
  for (let i = 0; i < 100; i++) relay.line(String(i));
  expect(sent).toHaveLength(100);
  for (let i = 100; i < 260; i++) relay.line(String(i));
  expect(sent.slice(100).map((lines) => lines.length)).toEqual([50, 50, 50]);
  vi.advanceTimersByTime(100);
  relay.line('260');
  expect(sent.flat()).toEqual(Array.from({ length: 261 }, (_, i) => String(i)));
});

test('what one script left is not passed on for the next', () => {
  const sent: string[] = [];
  const relay = new ConsoleRelay((lines) => sent.push(...lines));
  for (let i = 0; i < 110; i++) relay.line('old');
  const before = sent.length;
  relay.begin();
  relay.line('new');
  expect(sent.slice(before)).toEqual(['new']);
});
