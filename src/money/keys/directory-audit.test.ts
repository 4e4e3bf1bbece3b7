import { describe, expect, test } from 'vitest';
import type { AdminCall } from './admin-client.ts';
import type { DirectoryPage } from './answers.ts';
import { runKeys } from './command-line.ts';
import { auditDirectory } from './directory-audit.ts';

const [first, second] = ['test_0123456789', 'live_0123456789'];
const unlisted = { wallet: first, key_id: 'key_0123456789abcdef', kind: 'key-not-listed' } as const;
const lost = { wallet: second, key_id: null, kind: 'no-ledger' } as const;

/** A service of two pages of wallets, each of which has one with a difference. */
function service(differs = true) {
  const made: string[] = [];
  const page = (wallets: number, differences: DirectoryPage['differences'], next_cursor: string | null) => {
    return { wallets, keys: 2 * wallets, differences: differs ? differences : [], next_cursor };
  };
  const answers: Readonly<Record<string, unknown>> = {
    'GET /directory': page(20, [unlisted], first),
    [`GET /directory?cursor=${first}`]: page(1, [lost], null),
    [`POST /directory/${first}/mend`]: { differences: [{ ...unlisted, mended: true }] },
    [`POST /directory/${second}/mend`]: { differences: [{ ...lost, mended: false }] },
  };
  const ask = async ({ method, path }: Pick<AdminCall, 'method' | 'path'>) => {
    made.push(`${method} ${path}`);
    return answers[`${method} ${path}`];
  };
  return { made, ask };
}

async function run(words: string, differs = true) {
  const { ask } = service(differs);
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
  return { status, lines: printed.join('\n').split('\n') };
}

describe('an audit of the directory', () => {
  test('compares all wallets, and mends nothing by itself', async () => {
    const { ask, made } = service();
    expect(await auditDirectory(ask, false)).toEqual({
      wallets: 21,
      keys: 42,
      differences: [
        { ...unlisted, mended: false },
        { ...lost, mended: false },
      ],
    });
    expect(made).toEqual(['GET /directory', `GET /directory?cursor=${first}`]);
  });

  test('mends the wallets that differ when it is asked to', async () => {
    const { ask, made } = service();
    const { differences } = await auditDirectory(ask, true);
    expect(differences.map(({ mended }) => mended)).toEqual([true, false]);
    expect(made.filter((call) => call.startsWith('POST'))).toEqual([
      `POST /directory/${first}/mend`,
      `POST /directory/${second}/mend`,
    ]);
  });
});

test('the command prints what differs, with status 1 while something does', async () => {
  expect(await run('audit --directory')).toEqual({
    status: 1,
    lines: [
      '21 wallets and 42 keys were compared with the ledgers: 2 differences.',
      '',
      'WALLET           KEY                   MENDED  DIFFERENCE',
      'test_0123456789  key_0123456789abcdef  no      in the ledger, and not listed',
      'live_0123456789  -                     no      its ledger is empty',
      '',
      'To mend what can be: audit --directory --mend',
      '',
      'A ledger that is empty was lost, and its credits: restore a backup, or give credits anew',
      '',
      'A key that is not listed works. Once it is listed, end it if nobody knows it',
    ],
  });
  const { status, lines } = await run('audit --directory --mend');
  expect([status, lines[3]]).toEqual([
    1,
    'test_0123456789  key_0123456789abcdef  yes     in the ledger, and not listed',
  ]);
  expect(await run('audit --directory', false)).toEqual({
    status: 0,
    lines: ['21 wallets and 42 keys were compared with the ledgers: all agree.'],
  });
});
