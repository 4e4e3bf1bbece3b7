import { describe, expect, test } from 'vitest';
import { runAdminProgram } from '../../money/keys/command-line.ts';
import { commands } from './commands.ts';

interface Sent {
  readonly method: string;
  readonly url: string;
  readonly token: string | null;
  readonly body: unknown;
}

/** Runs a command against a service that answers as the marked account is then. */
async function run(...words: string[]) {
  const sent: Sent[] = [];
  const printed: string[] = [];
  const complaints: string[] = [];
  const status = await runAdminProgram('npm run accounts --', commands, {
    words,
    environment: { ADMIN_TOKEN: 'token-of-test' },
    projectRoot: '/nowhere',
    send: async (input, init) => {
      const request = new Request(input, init);
      const { method, url, headers } = request;
      const body = JSON.parse(await request.text());
      sent.push({ method, url, token: headers.get('Authorization'), body });
      return Response.json({ id: 'account-1', ...body });
    },
    print: (text) => void printed.push(text),
    complain: (text) => void complaints.push(text),
  });
  return { status, sent, printed, complaints };
}

const call = { method: 'PUT', url: 'http://127.0.0.1:8787/admin/operators', token: 'Bearer token-of-test' };

describe('operator', () => {
  test('makes an operator of the account with that address, and says what comes next', async () => {
    const { status, sent, printed } = await run('operator', 'ada@example.org');
    expect(sent).toEqual([{ ...call, body: { email: 'ada@example.org', operator: true } }]);
    expect(printed).toEqual([
      'ada@example.org is an operator. Sign in and open /operator; set a second factor up first, under Account.',
    ]);
    expect(status).toBe(0);
  });

  test.each([
    ['operator', '--remove', 'ada@example.org'],
    ['operator', 'ada@example.org', '--remove'],
  ])('%s %s %s takes the mark away, and says so', async (...words) => {
    const { status, sent, printed } = await run(...words);
    expect(sent).toEqual([{ ...call, body: { email: 'ada@example.org', operator: false } }]);
    expect(printed).toEqual(['ada@example.org is no operator any more.']);
    expect(status).toBe(0);
  });

  test('says what the service answered, whatever was asked', async () => {
    const [{ print }] = commands;
    expect(print({ id: '1', email: 'a@b', operator: false })).toBe('a@b is no operator any more.');
    expect(() => print({ id: '1', email: 'a@b' })).toThrow();
  });

  test.each([
    [[]],
    [['ada']],
    [['@example.org']],
    [['ada@']],
    [['ada@example.org@']],
    [['a da@example.org']],
    [['ada@exam ple.org']],
  ])('with %j calls nobody and says what it expects', async (words) => {
    const { status, sent, complaints } = await run('operator', ...words);
    expect(sent).toEqual([]);
    expect(complaints).toEqual([
      'Expected the address of an account that has signed up, after operator. For help: npm run accounts -- operator --help',
    ]);
    expect(status).toBe(2);
  });

  test('takes one address', async () => {
    const { status, sent, complaints } = await run('operator', 'ada@example.org', 'bob@example.org');
    expect([status, sent]).toEqual([2, []]);
    expect(complaints[0]).toContain('Expected one E-MAIL after operator');
  });

  test('explains itself', async () => {
    const { printed } = await run('operator', '--help');
    for (const words of [
      'Usage: npm run accounts -- operator E-MAIL [options]',
      'Let an account see all accounts, give credits, suspend and invite.',
      '  --remove          Takes this right from the account\n',
      'The account has to have signed up, and signs in with a second factor to see those pages.',
    ]) {
      expect(printed[0]).toContain(words);
    }
  });
});

test('each command is in the help of the program', async () => {
  const { printed } = await run('--help');
  for (const { name, summary } of commands) expect(printed[0]?.replace(/ +/g, ' ')).toContain(` ${name} ${summary}\n`);
});

describe('commands for one account', () => {
  const acts = { method: 'POST', url: 'http://127.0.0.1:8787/admin/account-acts', token: 'Bearer token-of-test' };
  const email = 'ada@example.org';

  test.each([
    [['second-factor', email, '--remove'], 'remove-second-factor', 'The second factor was removed. Account account-1.'],
    [['end-sessions', email], 'end-sessions', 'All sessions ended. Keys work as before. Account account-1.'],
    [['delete', email], 'delete', 'The account was deleted. Account account-1.'],
  ])('%j asks for one act, and says what was done', async (words, act, said) => {
    const { status, sent, printed } = await run(...words);
    expect(sent).toEqual([{ ...acts, body: { email, act } }]);
    expect([status, printed]).toEqual([0, [said]]);
  });

  test('a second factor is removed where that is said alone', async () => {
    const { status, sent, complaints } = await run('second-factor', email);
    expect([status, sent]).toEqual([2, []]);
    expect(complaints[0]).toContain('Expected --remove');
  });

  test.each(['second-factor', 'end-sessions', 'delete'])('%s without an address calls nobody', async (name) => {
    const { status, sent } = await run(name);
    expect([status, sent]).toEqual([2, []]);
  });
});

test('seal says how many second factors were sealed', () => {
  const seal = commands.find(({ name }) => name === 'seal');
  expect(seal?.print({ sealed: 3 })).toBe('3 second factors were sealed anew.');
});
