import { env } from 'cloudflare:test';
import { expect, test } from 'vitest';
import { Refused, refusal } from '../../contract/refusals.ts';
import { accountsSetup } from './environment.ts';
import { markBrowser } from './known-browser.ts';
import { attempt, limitAttempts, type Tried } from './throttle.ts';

const bindings = {
  ...env,
  SESSION_SECRET: 'a secret',
  TRUSTED_ADDRESS_HEADER: 'X-Real-IP',
};

function setupWith(changes: Record<string, string> = {}) {
  const setup = accountsSetup(new Request('http://127.0.0.1/'), { ...bindings, ...changes });
  if (!setup) throw new Error('Accounts are not set up');
  return setup;
}

interface Trying {
  readonly changes?: Record<string, string>;
  readonly cookie?: string;
}

function count(tried: Tried, email: string, address: string | null, { changes, cookie }: Trying = {}) {
  const headers = new Headers(address === null ? [] : [['X-Real-IP', address]]);
  if (cookie) headers.set('Cookie', cookie);
  return limitAttempts(tried, email, new Request('http://127.0.0.1/', { headers }), setupWith(changes));
}

/** The cookie of a browser that has signed in with an address. */
async function signedInBefore(email: string): Promise<string> {
  return (await markBrowser(email, new Request('http://127.0.0.1/'), setupWith()))?.split(';')[0] ?? '';
}

/** How many of so many attempts pass. */
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
  const cookie = await signedInBefore('p@example.org');
  expect(await taken(1, () => count('sign-in', 'p@example.org', '2001:db8::1', { cookie }))).toBe(1);
});

test('what is no address is one network', async () => {
  expect(await taken(105, (time) => count('sign-in', `r${time}@example.org`, `nobody ${time}`))).toBe(100);
  expect(await taken(1, () => count('sign-in', 'r@example.org', '192.0.2.9:5678'))).toBe(1);
});

test('addresses of one mailbox are tried as one', async () => {
  expect(await taken(12, (time) => count('sign-in', `gus+${time}@example.org`, '192.0.2.20'))).toBe(10);
  const dotted = ['h.al@gmail.com', 'ha.l+a@gmail.com', 'hal@googlemail.com'];
  expect(await taken(12, (time) => count('sign-in', dotted[time % 3], '192.0.2.21'))).toBe(10);
});

test('what strangers try does not count against a browser that has signed in before, nor the other way', async () => {
  const cookie = await signedInBefore('ivy@example.org');
  expect(await taken(40, (time) => count('sign-in', 'ivy@example.org', `198.51.100.${time}`))).toBe(30);
  expect(await taken(12, () => count('sign-in', 'Ivy@example.org', '192.0.2.30', { cookie }))).toBe(10);

  const known = await signedInBefore('jo@example.org');
  expect(await taken(12, () => count('sign-in', 'jo@example.org', '192.0.2.31', { cookie: known }))).toBe(10);
  expect(await taken(12, () => count('sign-in', 'jo@example.org', '192.0.2.31'))).toBe(10);
});

test('a browser is known for its own address alone', async () => {
  const cookie = await signedInBefore('kim+other@example.org');
  expect(await taken(12, () => count('sign-in', 'kim@example.org', '192.0.2.32', { cookie }))).toBe(10);
  expect(await taken(1, () => count('sign-in', 'kim@example.org', '192.0.2.32', { cookie }))).toBe(0);
});

test('what is no guess is counted by the mailbox in a known browser too', async () => {
  const cookie = await signedInBefore('lea@example.org');
  expect(await taken(4, () => count('reset', 'lea@example.org', '192.0.2.33', { cookie }))).toBe(3);
  expect(await taken(1, () => count('reset', 'lea@example.org', '192.0.2.33'))).toBe(0);
});

test('where no address is believed, what is tried counts alone', async () => {
  const changes = { TRUSTED_ADDRESS_HEADER: '' };
  expect(await taken(32, () => count('sign-in', 'carol@example.org', '192.0.2.3', { changes }))).toBe(30);
  expect(await taken(32, (time) => count('reset', `q${time}@example.org`, '192.0.2.3', { changes }))).toBe(32);
});

test('a try that was none counts no longer', async () => {
  for (let time = 0; time < 12; time++) await (await count('sign-in', 'dave@example.org', '192.0.2.4')).refundAttempt();
  expect(await taken(12, () => count('sign-in', 'dave@example.org', '192.0.2.4'))).toBe(10);
});

test('what the service refuses to do counts no longer, and what fails does', async () => {
  const tried = async (failure: Error) =>
    attempt(await count('reset', 'mia@example.org', '192.0.2.40'), () => Promise.reject(failure));
  expect(await taken(12, () => tried(new Refused(refusal('SERVICE_UNAVAILABLE'))))).toBe(0);
  expect(await taken(2, () => tried(new Error('of another kind')))).toBe(0);
  expect(await taken(4, () => count('reset', 'mia@example.org', '192.0.2.40'))).toBe(1);
});

test('where an attempt cannot be given back, that is what failed', async () => {
  const refundAttempt = () => Promise.reject(new Error('out of reach'));
  const work = () => Promise.reject(new Refused(refusal('SERVICE_UNAVAILABLE')));
  await expect(attempt({ refundAttempt }, work)).rejects.toThrow('out of reach');
});

test('a sign-up beyond those of the day says when to come again, and leaves what it had taken', async () => {
  const changes = { SIGNUPS_PER_DAY: '2' };
  const signUp = (time: number) => count('sign-up', `s${time}@example.org`, `192.0.2.${50 + time}`, { changes });
  expect(await taken(4, signUp)).toBe(2);
  const refused = await count('sign-up', 's@example.org', '192.0.2.60', { changes }).catch((cause) => cause.refusal);
  expect(refused).toMatchObject({ status: 429, code: 'RATE_LIMITED' });
  expect(refused.retryAfterSeconds).toBeGreaterThan(3500);
  const many = { changes: { SIGNUPS_PER_DAY: '1000' } };
  expect(await taken(12, (time) => count('sign-up', `t${time}@example.org`, '192.0.2.60', many))).toBe(10);
});
