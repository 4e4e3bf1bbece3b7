import { env } from 'cloudflare:test';
import { expect, test } from 'vitest';
import { type AccountsEnv, accountsSetup } from './environment.ts';
import { countTry, type Tried } from './throttle.ts';

const bindings = {
  ...(env as unknown as AccountsEnv),
  SESSION_SECRET: 'a secret',
  TRUSTED_ADDRESS_HEADER: 'X-Real-IP',
};

function count(tried: Tried, email: string, address: string | null, changes: Record<string, string> = {}) {
  const variables = { ...bindings, ...changes };
  const setup = accountsSetup(new Request('http://127.0.0.1/'), variables);
  if (!setup) throw new Error('Accounts are not set up');
  const headers = new Headers(address === null ? [] : [['X-Real-IP', address]]);
  return countTry(tried, email, new Request('http://127.0.0.1/', { headers }), setup);
}

/** How many of so many tries are taken. */
async function taken(times: number, trying: (time: number) => Promise<unknown>): Promise<number> {
  let passed = 0;
  for (let time = 0; time < times; time++)
    passed += await trying(time).then(
      () => 1,
      () => 0,
    );
  return passed;
}

test('an address is tried ten times from one network, and thirty from all', async () => {
  expect(await taken(12, () => count('sign-in', 'ada@example.org', '192.0.2.1'))).toBe(10);
  expect(await taken(12, () => count('sign-in', ' ADA@example.org', '192.0.2.2'))).toBe(10);
  expect(await taken(40, (time) => count('sign-in', 'ada@example.org', `198.51.100.${time}`))).toBe(10);
  expect(await taken(1, () => count('sign-in', 'bob@example.org', '192.0.2.1'))).toBe(1);
});

test('a network tries a hundred times, whatever it tries', async () => {
  expect(await taken(105, (time) => count('sign-in', `p${time}@example.org`, '2001:db8::1'))).toBe(100);
  expect(await taken(1, () => count('sign-in', 'p@example.org', '2001:db8::ffff'))).toBe(0);
  expect(await taken(1, () => count('sign-in', 'p@example.org', '2001:db8:0:1::1'))).toBe(1);
});

test('where no address is believed, what is tried counts alone', async () => {
  expect(await taken(35, () => count('sign-in', 'carol@example.org', null))).toBe(30);
  expect(await taken(35, (time) => count('sign-in', `q${time}@example.org`, null))).toBe(35);
});

test('a try that was none counts no longer', async () => {
  for (let time = 0; time < 12; time++) await (await count('sign-in', 'dave@example.org', '192.0.2.4')).forget();
  expect(await taken(12, () => count('sign-in', 'dave@example.org', '192.0.2.4'))).toBe(10);
});

test('what is refused says when to come again, and leaves what it had taken', async () => {
  const changes = { SIGNUPS_PER_DAY: '2' };
  expect(await taken(4, (time) => count('sign-up', `s${time}@example.org`, `192.0.2.${50 + time}`, changes))).toBe(2);
  const refused = await count('sign-up', 's@example.org', '192.0.2.60', changes).catch((cause) => cause.refusal);
  expect(refused).toMatchObject({ status: 429, code: 'RATE_LIMITED' });
  expect(refused.retryAfterSeconds).toBeGreaterThan(86_000);
  expect(
    await taken(12, (time) => count('sign-up', `t${time}@example.org`, '192.0.2.60', { SIGNUPS_PER_DAY: '1000' })),
  ).toBe(10);
});

test('none signs up where none may', async () => {
  expect(await taken(1, () => count('sign-up', 'u@example.org', '192.0.2.70', { SIGNUPS_PER_DAY: '0' }))).toBe(0);
});
