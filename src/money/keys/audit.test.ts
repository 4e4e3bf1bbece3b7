import { describe, expect, test } from 'vitest';
import { type AdminCall, AdminCallFailed } from './admin-client.ts';
import { auditKeys } from './audit.ts';
import { runKeys } from './command-line.ts';

const key = (name: string) => ({
  id: `key_${name}`,
  wallet: `live_${name}`,
  type: 'live',
  hint: 'Wx9z',
  label: null,
  created_at: '2026-06-15 12:00:00',
  revoked_at: null,
});
const correction = {
  sequence: 9,
  at: '2026-06-15 12:00:00',
  kind: 'correction',
  amount: -3,
  key_id: null,
  request_id: null,
  reference: null,
  missing: 0,
  balance_after: 1,
};

/** A service of three keys on two pages: one of many entries, one good, one whose entries do not add up. */
const answers: Readonly<Record<string, unknown>> = {
  'GET /keys?limit=100': { keys: [key('many'), key('good')], next_cursor: 'key_good' },
  'GET /keys?limit=100&cursor=key_good': { keys: [key('bad')], next_cursor: null },
  'GET /keys/key_many/audit': { fault: null, checked: 100_000, next_cursor: '77' },
  'GET /keys/key_many/audit?cursor=77': { fault: null, checked: 76, next_cursor: null },
  'GET /keys/key_good/audit': { fault: null, checked: 3, next_cursor: null },
  'GET /keys/key_bad/audit': { fault: 'entry 2 says 5', checked: 7, next_cursor: null },
  'POST /keys/key_bad/mend': { correction },
};

function service() {
  const made: string[] = [];
  const ask = async ({ method, path }: Pick<AdminCall, 'method' | 'path'>) => {
    made.push(`${method} ${path}`);
    return answers[`${method} ${path}`];
  };
  return { made, ask };
}

async function run(words: string) {
  const { ask } = service();
  const printed: string[] = [];
  const status = await runKeys({
    words: words.split(' '),
    environment: { ADMIN_TOKEN: 'token-of-test' },
    projectRoot: '/nowhere',
    send: async (input, init) => {
      const path = String(input).replace('http://127.0.0.1:8787/admin', '');
      return Response.json(await ask({ method: init?.method === 'POST' ? 'POST' : 'GET', path }));
    },
    print: (text) => printed.push(text),
    complain: (text) => printed.push(text),
  });
  return { status, text: printed.join('\n') };
}

describe('an audit', () => {
  test('asks for every page of keys and every part of their entries, and mends nothing by itself', async () => {
    const { ask, made } = service();
    expect(await auditKeys(ask, false)).toEqual({
      keys: 3,
      entries: 100_086,
      unsound: [{ id: 'key_bad', wallet: 'live_bad', fault: 'entry 2 says 5', lost: false, correction: null }],
    });
    expect(made).toEqual(
      Object.keys(answers)
        .filter((call) => call.startsWith('GET'))
        .sort(inOrderOf(made)),
    );
  });

  test('mends what does not add up, and nothing else', async () => {
    const { ask, made } = service();
    expect(await auditKeys(ask, true)).toMatchObject({ unsound: [{ id: 'key_bad', correction: -3 }] });
    expect(made.filter((call) => call.startsWith('POST'))).toEqual(['POST /keys/key_bad/mend']);
  });
});

describe('a wallet whose ledger was lost', () => {
  const keys = { keys: [key('lost'), key('bad')], next_cursor: null };
  const ask = async ({ method, path }: Pick<AdminCall, 'method' | 'path'>) => {
    if (path === '/keys?limit=100') return keys;
    if (path === '/keys/key_lost/audit')
      throw new AdminCallFailed('answered 404: its ledger is empty', { status: 404 });
    return answers[`${method} ${path}`];
  };

  test('is named, not mended, and the audit goes on', async () => {
    const lost = { id: 'key_lost', wallet: 'live_lost', fault: 'its ledger is empty', lost: true, correction: null };
    const bad = { id: 'key_bad', wallet: 'live_bad', fault: 'entry 2 says 5', lost: false };
    expect(await auditKeys(ask, false)).toMatchObject({ keys: 2, unsound: [lost, { ...bad, correction: null }] });
    expect(await auditKeys(ask, true)).toMatchObject({ keys: 2, unsound: [lost, { ...bad, correction: -3 }] });
  });

  test('so is one that cannot be read', async () => {
    const fault = 'its ledger cannot be read: Error: no such table';
    const reading = async (call: Pick<AdminCall, 'method' | 'path'>) =>
      call.path === '/keys/key_lost/audit' ? { fault, readable: false, checked: 0, next_cursor: null } : ask(call);
    const lost = { id: 'key_lost', fault, lost: true, correction: null };
    expect(await auditKeys(reading, true)).toMatchObject({ keys: 2, unsound: [lost, { correction: -3 }] });
  });

  test.each([null, 500, 401])('any other failure (%j) ends the audit', async (status) => {
    const failing = async () => {
      throw new AdminCallFailed('down', status === null ? {} : { status });
    };
    await expect(auditKeys(failing, false)).rejects.toThrow('down');
  });

  test('makes the command end with status 1, mended or not', async () => {
    const printed: string[] = [];
    const status = await runKeys({
      words: ['audit', '--mend'],
      environment: { ADMIN_TOKEN: 'token-of-test' },
      projectRoot: '/nowhere',
      send: async (input, init) => {
        const path = String(input).replace('http://127.0.0.1:8787/admin', '');
        const call = { method: init?.method === 'POST' ? 'POST' : 'GET', path } as const;
        if (path === '/keys/key_lost/audit') return Response.json({ detail: 'its ledger is empty' }, { status: 404 });
        return Response.json(await ask(call));
      },
      print: (text) => printed.push(text),
      complain: (text) => printed.push(text),
    });
    expect(status).toBe(1);
    expect(printed.join('\n').split('\n')).toEqual([
      '2 keys and 7 entries were checked: 2 do not add up.',
      '',
      'ID        WALLET     CORRECTION  FAULT',
      'key_lost  live_lost  -           its ledger is empty',
      'key_bad   live_bad   -3          entry 2 says 5',
      '',
      'A ledger that is empty or cannot be read is lost: restore a backup, or create new keys',
    ]);
  });
});

test('the command says what it found, with status 1 until it is mended', async () => {
  const found = await run('audit');
  expect(found.status).toBe(1);
  expect(found.text.split('\n')).toEqual([
    '3 keys and 100086 entries were checked: 1 do not add up.',
    '',
    'ID       WALLET    CORRECTION  FAULT',
    'key_bad  live_bad  -           entry 2 says 5',
    '',
    'To mend: audit --mend',
  ]);
  const mended = await run('audit --mend');
  expect(mended.status).toBe(0);
  expect(mended.text).toContain('key_bad  live_bad  -3          entry 2 says 5');
});

function inOrderOf(order: readonly string[]) {
  return (one: string, other: string) => order.indexOf(one) - order.indexOf(other);
}
