import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { checkSameOrigin, csrfToken, visitorSubject } from './csrf.ts';

const url = 'https://cutouts.example.org/dashboard/keys';
const origin = 'https://cutouts.example.org';
const from = (headers: Record<string, string>) => new Request(url, { method: 'POST', headers });
const own = from({ Origin: origin });
const dayMs = 86_400_000;

beforeEach(() => void vi.useFakeTimers({ now: 20_000 * dayMs }));
afterEach(() => void vi.useRealTimers());

describe('where a form came from', () => {
  const behindTls = { Origin: origin.replace('https:', 'http:'), 'Sec-Fetch-Site': 'same-origin' };
  const taken: Record<string, string>[] = [{ Origin: origin }, { 'Sec-Fetch-Site': 'same-origin' }, behindTls];
  const refused: Record<string, string>[] = [
    {},
    { Origin: 'null' },
    { Origin: `${origin}.evil.example` },
    { Origin: 'http://cutouts.example.org' },
    { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'same-origin' },
    { 'Sec-Fetch-Site': 'same-site' },
    { Origin: origin, 'Sec-Fetch-Site': 'cross-site' },
    { Origin: 'null', 'Sec-Fetch-Site': 'same-origin' },
    { 'Sec-Fetch-Site': 'none' },
  ];
  test.each(taken)('%o is our page', async (headers) => {
    const token = await csrfToken('session', 'secret');
    await expect(checkSameOrigin(from(headers), token, 'session', ['secret'])).resolves.toBeUndefined();
  });
  test.each(refused)('%o is not', async (headers) => {
    const token = await csrfToken('session', 'secret');
    await expect(checkSameOrigin(from(headers), token, 'session', ['secret'])).rejects.toThrow('403 STRANGE_ORIGIN');
  });
});

describe('a token', () => {
  test.each([undefined, null, '', 'x', 'x'.repeat(64), 7])('is not %s', async (token) => {
    await expect(checkSameOrigin(own, token, 'session', ['secret'])).rejects.toThrow('403 STRANGE_ORIGIN');
  });

  test('is of its session and its secret, for as long as they last', async () => {
    const token = await csrfToken('session', 'secret');
    vi.advanceTimersByTime(10 * dayMs);
    await expect(checkSameOrigin(own, token, 'session', ['secret'])).resolves.toBeUndefined();
    await expect(checkSameOrigin(own, token, 'other', ['secret'])).rejects.toThrow('403');
    await expect(checkSameOrigin(own, token, 'session', ['other'])).rejects.toThrow('403');
    await expect(checkSameOrigin(own, token, visitorSubject, ['secret'])).rejects.toThrow('403');
  });

  test('of visitors that is made in the last moment of a day lasts until the end of the next, in UTC', async () => {
    vi.advanceTimersByTime(dayMs - 1);
    const token = await csrfToken(visitorSubject, 'secret');
    vi.advanceTimersByTime(dayMs);
    await expect(checkSameOrigin(own, token, visitorSubject, ['secret'])).resolves.toBeUndefined();
    vi.advanceTimersByTime(1);
    await expect(checkSameOrigin(own, token, visitorSubject, ['secret'])).rejects.toThrow('403');
  });

  test('of visitors lasts this day and the next', async () => {
    const token = await csrfToken(visitorSubject, 'secret');
    await expect(checkSameOrigin(own, token, visitorSubject, ['secret'])).resolves.toBeUndefined();
    vi.advanceTimersByTime(dayMs);
    await expect(checkSameOrigin(own, token, visitorSubject, ['secret'])).resolves.toBeUndefined();
    vi.advanceTimersByTime(dayMs);
    await expect(checkSameOrigin(own, token, visitorSubject, ['secret'])).rejects.toThrow('403');
  });
});
