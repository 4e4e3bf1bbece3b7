import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { finishRestore, noteRestored } from './after-restore.ts';
import { LocalState } from './local-state.ts';
import { SinceList } from './since-list.ts';

const madeMs = Date.UTC(2026, 10, 20);
const madeAt = new Date(madeMs).toISOString();

interface Body {
  readonly keys: readonly { readonly id: string }[];
  readonly accounts: readonly string[];
}

let folder: string;
let state: LocalState;
let sinceList: string;
let said: string[];
let steps: string[];
let bodies: Body[];
let answer: (body: Body) => { status?: number; json: object };
let payments: (body: { since: string }) => { status?: number; json: object };
let server: Server;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'edgematte-restored-'));
  state = new LocalState(path.join(folder, 'state'));
  sinceList = path.join(folder, 'since.jsonl');
  [said, steps, bodies] = [[], [], []];
  payments = () => ({ status: 404, json: { detail: 'Nothing is sold here' } });
  answer = ({ keys, accounts }) => ({
    json: { keys: keys.length, accounts: accounts.length, unknown: 0, failed: [] },
  });
});
afterEach(() => {
  server?.close();
  rmSync(folder, { recursive: true, force: true });
});

/** The Workers of the test: they answer one call of the admin API. */
async function startPrivately() {
  steps.push('started');
  server = createServer(async (request, response) => {
    expect(request.headers.authorization).toBe(`Bearer ${state.secrets().ADMIN_TOKEN}`);
    let text = '';
    for await (const piece of request) text += piece;
    const body = JSON.parse(text);
    if (request.url === '/admin/ended-again') bodies.push(body);
    else expect(request.url).toBe('/admin/billing/reread');
    const { status = 200, json } = request.url === '/admin/ended-again' ? answer(body) : payments(body);
    response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(json));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const stop = async () => {
    steps.push('stopped');
  };
  return { base: `http://127.0.0.1:${port}`, stop };
}

const finish = () => finishRestore({ state, sinceList, startPrivately, say: (line) => said.push(line) });
const isNoted = () => existsSync(path.join(state.directory, 'restored.json'));

test('a state that was not restored starts as ever', async () => {
  await finish();
  expect([said, steps]).toEqual([[], []]);
});

test('all that ended since is ended again before it serves, once, in calls of five', async () => {
  const list = new SinceList(sinceList, madeMs - 1);
  for (let number = 0; number < 7; number++) {
    list.add(JSON.stringify({ key: `key_${number}`, ends: madeAt }), madeMs + number);
  }
  list.add(JSON.stringify({ account: 'anna' }), madeMs);
  noteRestored(state.directory, madeAt);
  await finish();
  expect(said).toEqual([
    `This state was restored as of ${madeAt}. 7 keys and 1 accounts are on the list of what ended since.`,
    '7 keys and 1 accounts that ended since were ended again',
  ]);
  expect(bodies.map(({ keys, accounts }) => [keys.length, accounts.length])).toEqual([
    [5, 1],
    [2, 0],
  ]);
  expect(bodies[0].keys[0]).toEqual({ id: 'key_0', ends: madeAt });
  await finish();
  expect(steps).toEqual(['started', 'stopped']);
});

test('a second restore before a start keeps the earlier moment', async () => {
  new SinceList(sinceList, madeMs - 1).add(JSON.stringify({ account: 'anna' }), madeMs);
  noteRestored(state.directory, madeAt);
  noteRestored(state.directory, new Date(madeMs + 3_600_000).toISOString());
  await finish();
  expect(said[0]).toContain(`restored as of ${madeAt}. 0 keys and 1 accounts`);
  noteRestored(state.directory, new Date(madeMs + 3_600_000).toISOString());
  noteRestored(state.directory, madeAt);
  await finish();
  expect(said.filter((line) => line.includes(`restored as of ${madeAt}`))).toHaveLength(2);
});

describe('what cannot be ended again is said', () => {
  test('where there is no list', async () => {
    noteRestored(state.directory, madeAt);
    await finish();
    expect(said[0]).toContain(
      `There is no list of what ended since, ${sinceList}: which keys ended and which accounts`,
    );
    expect(isNoted()).toBe(false);
  });

  test('where the list begins after the backup, or has lines that cannot be read', async () => {
    new SinceList(sinceList, madeMs + 1000);
    noteRestored(state.directory, madeAt);
    await finish();
    const until = new Date(madeMs + 1000).toISOString();
    expect(said[0]).toContain(
      `It begins later: which keys ended and which accounts were deleted after ${madeAt} and before ${until}`,
    );
  });
});

describe('the service does not begin', () => {
  beforeEach(() => {
    new SinceList(sinceList, madeMs - 1).add(JSON.stringify({ account: 'anna' }), madeMs);
    noteRestored(state.directory, madeAt);
  });

  test('where one could not be ended, and the next start tries again', async () => {
    answer = () => ({ json: { keys: 0, accounts: 0, unknown: 0, failed: ['anna'] } });
    await expect(finish()).rejects.toThrow(
      /^1 of what ended since the backup could not be ended again \(anna\)[^\n]*$/,
    );
    expect([isNoted(), steps]).toEqual([true, ['started', 'stopped']]);
    answer = () => ({ json: { keys: 0, accounts: 0, unknown: 1, failed: [] } });
    await finish();
    expect(said.at(-1)).toBe('0 keys and 0 accounts that ended since were ended again; 1 are not in the backup');
    expect(isNoted()).toBe(false);
  });

  test('where the Workers refuse', async () => {
    answer = () => ({ status: 500, json: { detail: 'no' } });
    await expect(finish()).rejects.toThrow('answered 500: no');
    expect([isNoted(), steps]).toEqual([true, ['started', 'stopped']]);
  });
});

describe('what was bought since', () => {
  beforeEach(() => noteRestored(state.directory, madeAt));

  test('is asked for, and what is left to do is said', async () => {
    const asked: string[] = [];
    payments = ({ since }) => {
      asked.push(since);
      return { json: { events: 2, refused: ['evt_1'], unreadable: [], unknown: [], failed: [], next: null } };
    };
    await finish();
    expect(asked).toEqual([new Date(madeMs - 4 * 86_400_000).toISOString()]);
    expect(said.slice(-2)).toEqual([
      '2 events of Stripe were read again; each counts once',
      'evt_1: what was paid is not what was sold; refund it in Stripe',
    ]);
  });

  test('is said not to be whole where Stripe has no events of then', async () => {
    payments = () => ({ json: { events: 0, refused: [], unreadable: [], unknown: [], failed: [], next: null } });
    noteRestored(state.directory, new Date(Date.now() - 33 * 86_400_000).toISOString());
    await finish();
    expect(said.at(-1)).toMatch(/^Stripe has no older events: look there/);
  });

  test('is left for later where Stripe cannot be asked: the service begins', async () => {
    payments = () => ({ status: 503, json: { detail: 'Not all events were read' } });
    await finish();
    expect(said.slice(-2)).toEqual([
      expect.stringMatching(/^What was bought since could not be asked for: .*Not all events were read$/),
      `Do it soon: npm run accounts -- billing reread --since ${madeAt}`,
    ]);
    expect([isNoted(), steps]).toEqual([false, ['started', 'stopped']]);
  });
});
