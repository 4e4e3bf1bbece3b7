/** A sign-in that fails is remembered of its network, and no other is. */
import { env } from 'cloudflare:test';
import { expect, test } from 'vitest';
import { accountsSetup } from './environment.ts';
import { failedTries } from './failed-tries.ts';
import { hashPassword } from './password.ts';
import { signIn } from './sign-in.ts';
import { addAccount } from './testing/account.ts';

const password = 'a long password';
// The secret is of this file alone: what is made for it keeps the settings that it was made with.
const variables = {
  SESSION_SECRET: 'the secret of the tests of tries, long enough for all',
  TRUSTED_ADDRESS_HEADER: 'X-Real-IP',
};
const from = (address: string) => new Request('http://127.0.0.1/', { headers: { 'X-Real-IP': address } });

test('of a wrong password and an unknown address it is, of the right password not', async () => {
  const setup = accountsSetup(new Request('http://127.0.0.1/'), { ...env, ...variables });
  if (!setup) throw new Error('Accounts are not set up');
  const passwordHash = await hashPassword(password, setup);
  await addAccount(env.DIRECTORY, { email: 'ada@example.org', isVerified: true, passwordHash });
  await addAccount(env.DIRECTORY, { email: 'bob@example.org', isVerified: false, passwordHash });
  const outcomes: [outcome: string, isRemembered: boolean][] = [];
  for (const [address, email, given] of [
    ['192.0.2.1', 'ada@example.org', password],
    ['192.0.2.2', 'bob@example.org', password],
    ['192.0.2.3', 'ada@example.org', 'a wrong password'],
    ['192.0.2.4', 'nobody@example.org', password],
  ]) {
    const { outcome } = await signIn({ email, password: given }, from(address), setup);
    outcomes.push([outcome, failedTries.has(`${address}/32`)]);
  }
  expect(outcomes).toEqual([
    ['signed-in', false],
    ['unverified', false],
    ['refused', true],
    ['refused', true],
  ]);
});
