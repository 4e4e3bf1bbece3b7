import { describe, expect, it, vi } from 'vitest';
import { CallFailed, failureOf } from './failures.ts';
import { PageMemory, RepeatKeys } from './repeat-keys.ts';
import { sendRepeatably } from './repeatable.ts';

const refused = (code: string, status = 409, more: Record<string, string> = {}) =>
  new CallFailed(failureOf(status, new Headers({ 'X-Error-Code': code, ...more }), null));
const inProgress = () => refused('IDEMPOTENCY_IN_PROGRESS', 409, { 'Retry-After': '2' });

/** Sends one call; each of the answers is given in turn, and the last one again and again. */
function scene(answers: readonly (string | Error)[], isPauseReal = false) {
  const keys = new RepeatKeys(new PageMemory());
  const sent: string[] = [];
  const events: string[] = [];
  const abort = new AbortController();
  const pause = async (ms: number) => void events.push(`pause ${ms}`);
  const run = () =>
    sendRepeatably(
      'a call',
      keys,
      {
        async send(key) {
          const next = answers[Math.min(sent.push(key), answers.length) - 1];
          if (next instanceof Error) throw next;
          return next;
        },
        signal: abort.signal,
        ...(!isPauseReal && { pause }),
      },
      { onWait: () => events.push('wait'), onNewKey: () => events.push('new key') },
    );
  return { keys, sent, events, abort, run };
}

describe('a call of the page', () => {
  it('is sent under the key that was kept for it', async () => {
    const { keys, sent, events, run } = scene(['a picture']);
    const key = keys.keyFor('a call');
    expect(await run()).toBe('a picture');
    expect(sent).toEqual([key]);
    expect(events).toEqual([]);
  });

  it('keeps its key when it has been answered, for the answer may not be shown', async () => {
    const { sent, run } = scene(['a picture']);
    await run();
    await run();
    expect(new Set(sent).size).toBe(1);
  });

  it('keeps its key when it fails or is cancelled', async () => {
    for (const failure of [refused('SERVICE_UNAVAILABLE', 503), new DOMException('Cancelled', 'AbortError')]) {
      const { sent, events, run } = scene([failure, 'a picture']);
      await expect(run()).rejects.toBe(failure);
      expect(await run()).toBe('a picture');
      expect(new Set(sent).size).toBe(1);
      expect(events).toEqual([]);
    }
  });

  it('waits while the earlier one is in work, as it is asked to at first and then longer', async () => {
    const { sent, events, run } = scene([...Array.from({ length: 6 }, inProgress), 'a picture']);
    expect(await run()).toBe('a picture');
    expect(new Set(sent).size).toBe(1);
    expect(events.filter((each) => each !== 'wait')).toEqual(
      [2000, 3000, 4500, 6750, 10_000, 10_000].map((ms) => `pause ${ms}`),
    );
    expect(events.filter((each) => each === 'wait')).toHaveLength(6);
  });

  it.each([
    [{}, 2000],
    [{ 'Retry-After': '5' }, 5000],
    [{ 'Retry-After': '60' }, 10_000],
  ])('waits at first for as long as is said, within bounds: %o', async (headers, ms) => {
    const { events, run } = scene([refused('IDEMPOTENCY_IN_PROGRESS', 409, headers), 'a picture']);
    await run();
    expect(events).toEqual(['wait', `pause ${ms}`]);
  });

  it('does not wait for ever', async () => {
    const { sent, events, run } = scene([inProgress()]);
    await expect(run()).rejects.toMatchObject({ failure: { code: 'IDEMPOTENCY_IN_PROGRESS', mayRetry: true } });
    const waited = events.map((each) => Number(/\d+/.exec(each)?.[0] ?? 0)).reduce((sum, ms) => sum + ms, 0);
    expect(waited).toBeGreaterThanOrEqual(180_000);
    expect(waited).toBeLessThan(191_000);
    expect(sent.length).toBeLessThan(25);
  });

  it('stops waiting when it is cancelled', async () => {
    vi.useFakeTimers();
    try {
      const { sent, events, abort, run } = scene([inProgress(), 'a picture'], true);
      const reason = new DOMException('Cancelled', 'AbortError');
      const ended = expect(run()).rejects.toBe(reason);
      await vi.waitFor(() => expect(events).toContain('wait'));
      abort.abort(reason);
      await ended;
      expect(sent).toHaveLength(1);
      expect(vi.getTimerCount()).toBe(0);
    } finally {
      vi.useRealTimers();
    }
  });

  it.each([
    ['IDEMPOTENCY_EXHAUSTED', 409],
    ['IDEMPOTENCY_MISMATCH', 422],
  ])('draws a new key after %s and says so, once', async (code, status) => {
    const { keys, sent, events, run } = scene([refused(code, status), 'a picture']);
    const key = keys.keyFor('a call');
    expect(await run()).toBe('a picture');
    expect(sent[0]).toBe(key);
    expect(sent[1]).not.toBe(key);
    expect(keys.keyFor('a call')).toBe(sent[1]);
    expect(events).toEqual(['new key']);
    const again = scene([refused(code, status)]);
    await expect(again.run()).rejects.toMatchObject({ failure: { code } });
    expect(again.sent).toHaveLength(2);
  });
});
