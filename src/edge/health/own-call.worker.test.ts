/** The calls of the service to itself are well formed: they come as far as the networks, in every operation. */
import { createExecutionContext, env } from 'cloudflare:test';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { processingOperations } from '../../contract/operations.ts';
import { createKey } from '../../money/keys/format.ts';
import { app } from '../app.ts';
import { bmp, FakeLedger } from '../testing/call.ts';
import { hasOwnCallFailed } from './own-call.ts';

const secret = 'secret of the tests';
let lines: string[];
beforeEach(() => {
  lines = [];
  for (const stream of ['log', 'error'] as const) {
    vi.spyOn(console, stream).mockImplementation((line) => void lines.push(line));
  }
});
afterEach(() => vi.restoreAllMocks());

const turns = processingOperations.map(({ name }, turn) => ({ name, turn }));

test.each(turns)('$name is admitted by the key, its photo is read, and the networks are asked', async ({ turn }) => {
  const key = await createKey('test', secret);
  const asked: string[] = [];
  const bindings = {
    ...{ ...env, KEY_HASH_SECRET: secret },
    ...{ LEDGERS: { getByName: () => new FakeLedger() }, USAGE: undefined },
    INFERENCE: {
      fetch: async (url: string, init?: RequestInit) => {
        asked.push(new URL(url).hostname);
        await new Response(init?.body).arrayBuffer();
        return new Response(null, { status: 503 });
      },
    },
  };
  const PAGES = { fetch: async () => new Response(bmp(30, 20)) };
  const answering = async (request: Request) => app.fetch(request, bindings, createExecutionContext());
  expect(await hasOwnCallFailed(turn, key, { PAGES }, answering)).toBe(true);
  expect(asked).not.toEqual([]);
  const failures = lines.flatMap((line) => (line.includes('own-call-failed') ? [JSON.parse(line)] : []));
  expect(failures).toMatchObject([{ operation: processingOperations[turn].name, outcome: 503 }]);
});

test('a photo that is missing is a failure', async () => {
  const PAGES = { fetch: async () => new Response(null, { status: 404 }) };
  const nobody = () => Promise.reject(new Error('No call was expected'));
  expect(await hasOwnCallFailed(0, 'a key', { PAGES }, nobody)).toBe(true);
});
