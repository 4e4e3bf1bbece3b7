import { expect, test } from 'vitest';
import { type AdminSurroundings, runAdminProgram } from '../keys/command-line.ts';
import { billingCommands } from './commands.ts';

/** Runs a command against a service that answers so. */
async function run(words: readonly string[], body: unknown, status = 200) {
  const calls: string[] = [];
  const printed: string[] = [];
  const complaints: string[] = [];
  const around: AdminSurroundings = {
    words,
    environment: { ADMIN_TOKEN: 'token' },
    projectRoot: '/nowhere',
    send: async (address, init) => {
      calls.push(`${init?.method} ${address}`);
      return Response.json(body, { status });
    },
    print: (text) => printed.push(text),
    complain: (text) => complaints.push(text),
  };
  const exit = await runAdminProgram('npm run accounts --', billingCommands, around);
  return { exit, calls, printed, complaints };
}

test.each([
  ['settled', 'evt_1 was read. Its credits were granted or taken back.'],
  ['ignored', 'evt_1 was read. Nothing to do: it belongs to no purchase of this deployment, or to the other mode.'],
  ['refused', 'evt_1 was read. What was paid is not what was sold: no credits were given. Refund it in Stripe.'],
])('billing read prints what came of the event: %s', async (outcome, line) => {
  const { exit, calls, printed } = await run(['billing', 'read', 'evt_1'], { id: 'evt_1', outcome });
  expect([exit, printed]).toEqual([0, [line]]);
  expect(calls).toEqual([expect.stringMatching(/^POST http.*\/admin\/billing\/events\/evt_1\/read$/)]);
});

test('billing read fails in one line', async () => {
  const { exit, complaints } = await run(['billing', 'read', 'evt_1'], { detail: 'Stripe gave no event evt_1' }, 503);
  expect([exit, complaints]).toEqual([1, [expect.stringContaining('answered 503: Stripe gave no event evt_1')]]);
});

test.each([
  [['billing', 'read'], 'Expected the id of an event, evt_…, after billing read'],
  [['billing', 'read', 'cs_1'], 'Expected the id of an event, evt_…, after billing read'],
  [['billing', 'write', 'evt_1'], 'Expected a command, one of billing read, billing reread, but received billing'],
])('%j is not understood', async (words, line) => {
  const { exit, calls, complaints } = await run(words, {});
  expect([exit, calls, complaints]).toEqual([2, [], [expect.stringContaining(line)]]);
});

test('help names it', async () => {
  expect((await run(['--help'], {})).printed.join()).toMatch(/\n {2}billing read +Fetch an event of Stripe/);
});

const part = { events: 3, refused: [], unreadable: [], unknown: [], failed: [], next: null };

test('billing reread asks for all parts, from four days before the moment on', async () => {
  const { exit, calls, printed } = await run(['billing', 'reread', '--since', '2026-11-30T04:17:00Z'], part);
  expect([exit, printed]).toEqual([0, ['3 events of Stripe were read again; each counts once']]);
  expect(calls).toEqual([expect.stringMatching(/^POST http.*\/admin\/billing\/reread$/)]);
});

test('billing reread names what is left to do, with status 1', async () => {
  const unknown = [{ session: 'cs_1', account: 'ada', amount: 900, currency: 'eur' }];
  const left = { ...part, refused: ['evt_1'], unreadable: ['evt_2'], unknown };
  const { exit, printed } = await run(['billing', 'reread', '--since', '2026-11-30'], left);
  expect([exit, printed.join('\n').split('\n')]).toEqual([
    1,
    [
      '3 events of Stripe were read again; each counts once',
      'evt_1: what was paid is not what was sold; refund it in Stripe',
      'evt_2: cannot be read; install a version that can, then billing read evt_2',
      "cs_1: 900 eur (smallest unit) paid, and no such purchase or account ada is here; refund it in Stripe, unless it is another deployment's",
    ],
  ]);
});

test('billing reread needs a moment', async () => {
  for (const words of [[], ['--since', 'lately']]) {
    const { exit, calls, complaints } = await run(['billing', 'reread', ...words], part);
    expect([exit, calls]).toEqual([2, []]);
    expect(complaints[0]).toContain('Expected a moment for --since');
  }
});
