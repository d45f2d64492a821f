import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Countdown } from '../../src/countdown.js';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('a countdown ends on time, and stands still while it is stopped', () => {
  const end = vi.fn();
  const countdown = new Countdown(100, end);
  vi.advanceTimersByTime(60);
  countdown.stop();
  countdown.stop();
  vi.advanceTimersByTime(10_000);
  expect(end).not.toHaveBeenCalled();
  countdown.go();
  countdown.go();
  vi.advanceTimersByTime(39);
  expect(end).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(end).toHaveBeenCalledOnce();
});
