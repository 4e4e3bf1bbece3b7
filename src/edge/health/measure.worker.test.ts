/** Minutes of the status: each counts once, on its day, and what was not counted is nowhere. */
import { env } from 'cloudflare:test';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { processingOperations } from '../../contract/operations.ts';
import { isQuestion } from '../../wire/gateway/questions.ts';
import type { Environment } from '../environment.ts';
import { lastDays } from './days.ts';
import { measureMinute } from './measure.ts';

const bindings: Environment = env;
const midnightMs = Date.UTC(2050, 5, 15);
const minuteMs = 60_000;
const fiveMinutesMs = 300_000;
const ownKey = `test_${'a'.repeat(38)}`;
const names = processingOperations.map(({ name }) => name);

let lines: string[];

beforeEach(async () => {
  await bindings.DIRECTORY.prepare('DELETE FROM status_day').run();
  lines = [];
  for (const stream of ['log', 'error'] as const) {
    vi.spyOn(console, stream).mockImplementation((line) => void lines.push(line));
  }
});
afterEach(() => vi.restoreAllMocks());

/** The service whose parts answer so, and that calls itself by a key. */
function service(answers: { readonly inference?: number; readonly lane?: number } = {}, key?: string): Environment {
  const statuses: Readonly<Record<string, number>> = { inference: 200, lane: 200, ...answers };
  const fetch = async (url: string) => new Response(null, { status: statuses[new URL(url).hostname] });
  const photo = async () => new Response('a photo');
  const changed: Record<string, unknown> = {
    ...{ ...bindings, KEY_HASH_SECRET: 'secret', ADMIN_TOKEN: 'token', STATUS_KEY: key },
    ...{ INFERENCE: { fetch }, PAGES: { fetch: photo } },
  };
  return changed as unknown as Environment;
}

const nobody = () => Promise.reject(new Error('No call was expected'));
const dayAt = async (nowMs: number) => (await lastDays(bindings, nowMs)).at(-1);

describe('a minute', () => {
  test('is counted with the parts that did not answer', async () => {
    await measureMinute(service(), midnightMs, nobody);
    await measureMinute(service({ lane: 503 }), midnightMs + minuteMs, nobody);
    await measureMinute(service({ inference: 503, lane: 503 }), midnightMs + 2 * minuteMs, nobody);
    expect(await dayAt(midnightMs + 10 * minuteMs)).toEqual({
      ...{ startMs: midnightMs, passedMinutes: 10, minutes: 3, degraded: 1, unavailable: 1 },
      ...{ unanswered: { ledger: 0, directory: 0, inference: 1, image_lane: 2 }, calls: 0, failedCalls: 0 },
    });
  });

  test('counts once, however often its schedule comes, and never after a later one', async () => {
    for (const minute of [1, 1, 2, 1]) await measureMinute(service(), midnightMs + minute * minuteMs, nobody);
    expect(await dayAt(midnightMs + 3 * minuteMs)).toMatchObject({ minutes: 2 });
  });

  test('asks only what no container is started for', async () => {
    const { INFERENCE, ...others } = service();
    const asked: Request[] = [];
    const fetch = async (url: string, init: RequestInit) => {
      asked.push(new Request(url, init));
      return INFERENCE.fetch(url);
    };
    await measureMinute({ ...others, INFERENCE: { fetch } } as unknown as Environment, midnightMs, nobody);
    expect(asked.filter((request) => !isQuestion(request)).map(({ url }) => url)).toEqual([]);
    expect(asked.length).toBeGreaterThan(2);
  });

  test('that nobody counted is no data', async () => {
    expect(await dayAt(midnightMs + 5 * minuteMs)).toEqual({
      ...{ startMs: midnightMs, passedMinutes: 5, minutes: 0, degraded: 0, unavailable: 0, calls: 0, failedCalls: 0 },
      unanswered: { ledger: 0, directory: 0, inference: 0, image_lane: 0 },
    });
    await measureMinute(service(), midnightMs, nobody);
    const days = await lastDays(bindings, midnightMs + 36 * 60 * minuteMs);
    expect(days).toHaveLength(90);
    expect(days.slice(-2)).toMatchObject([
      { startMs: midnightMs, passedMinutes: 1440, minutes: 1 },
      { startMs: midnightMs + 1440 * minuteMs, passedMinutes: 720, minutes: 0 },
    ]);
  });

  test('belongs to its day, and days of 90 days ago are not shown', async () => {
    for (const daysAgo of [89, 90]) await measureMinute(service(), midnightMs - daysAgo * 1440 * minuteMs, nobody);
    const days = await lastDays(bindings, midnightMs);
    expect(days.map(({ minutes }) => minutes)).toEqual([1, ...Array(89).fill(0)]);
  });

  test('cannot be counted where the directory does not answer', async () => {
    const prepare = () => {
      throw new Error('away');
    };
    const failing = { ...service(), DIRECTORY: { prepare } };
    await expect(measureMinute(failing as unknown as Environment, midnightMs, nobody)).rejects.toThrow();
  });
});

describe('calls of the service to itself', () => {
  /** Answers all calls with a status, and keeps them. */
  function answering(status: number) {
    const asked: Request[] = [];
    const answer = async (request: Request) => {
      asked.push(request);
      return new Response('a picture', { status });
    };
    return { asked, answer };
  }

  test('come every five minutes, one operation after the other, with the key and a photo', async () => {
    const { asked, answer } = answering(200);
    const minutes = names.length * 5;
    for (let minute = 0; minute < minutes; minute++) {
      await measureMinute(service({}, ownKey), midnightMs + minute * minuteMs, answer);
    }
    expect(asked.map(({ url }) => new URL(url).pathname).sort()).toEqual(names.map((name) => `/v1.0/${name}`).sort());
    for (const request of asked) {
      expect(request.headers.get('X-API-Key')).toBe(ownKey);
      const isJson = request.headers.get('Content-Type') === 'application/json';
      const photo = isJson
        ? atob((await request.json<{ image_base64: string }>()).image_base64)
        : await ((await request.formData()).get('file') as unknown as File).text();
      expect(photo).toBe('a photo');
    }
    expect(await dayAt(midnightMs + minutes * minuteMs)).toMatchObject({ calls: names.length, failedCalls: 0 });
  });

  test.each([
    [200, 1, 0],
    [503, 1, 1],
    [422, 1, 1],
    [401, 0, 0],
    [402, 0, 0],
    [429, 0, 0],
  ])('that are answered %i are counted %i times, as failures %i times', async (status, calls, failedCalls) => {
    await measureMinute(service({}, ownKey), midnightMs, answering(status).answer);
    expect(await dayAt(midnightMs)).toMatchObject({ calls, failedCalls });
    expect(lines.filter((line) => line.includes('own-call-failed'))).toHaveLength(status === 200 ? 0 : 1);
    expect(lines.join('')).not.toContain(ownKey);
  });

  test('are made once for each minute that counts', async () => {
    const { asked, answer } = answering(200);
    for (const _time of [1, 2]) await measureMinute(service({}, ownKey), midnightMs, answer);
    expect(asked).toHaveLength(1);
  });

  test('are ended when they take too long, and have failed', async () => {
    const real = globalThis.setTimeout;
    const soon = ((work: () => void, ms: number) => real(work, ms >= 40_000 ? 0 : ms)) as typeof setTimeout;
    vi.spyOn(globalThis, 'setTimeout').mockImplementation(soon);
    let signal: AbortSignal | undefined;
    const silent = (request: Request) => {
      signal = request.signal;
      return new Promise<Response>(() => {});
    };
    await measureMinute(service({}, ownKey), midnightMs + fiveMinutesMs, silent);
    expect(signal?.aborted).toBe(true);
    expect(await dayAt(midnightMs + fiveMinutesMs)).toMatchObject({ calls: 1, failedCalls: 1 });
  });

  test('have failed where they end without an answer', async () => {
    await measureMinute(service({}, ownKey), midnightMs, nobody);
    expect(await dayAt(midnightMs)).toMatchObject({ calls: 1, failedCalls: 1 });
  });
});
