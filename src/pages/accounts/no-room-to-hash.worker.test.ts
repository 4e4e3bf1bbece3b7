/** Where pictures have all memory of the isolate no password is hashed: what was asked for then is as if it had never been. */

import { env } from 'cloudflare:test';
import { beforeEach, expect, test, vi } from 'vitest';
import { RequestMemory } from '../../pixels/bounds/memory.ts';
import { accountsSetup } from './environment.ts';
import { createInvitation } from './invitations.ts';
import { hashPassword } from './password.ts';
import { signIn } from './sign-in.ts';
import { signUp } from './sign-up.ts';
import { addAccount, carrying } from './testing/account.ts';

const { DIRECTORY } = env;
const password = 'a long password';
const request = carrying();
const found = accountsSetup(request, {
  ...env,
  // Of this file alone: what is made for a secret keeps the settings that it was made with.
  ...{ SESSION_SECRET: 'the secret of these tests, long enough for all', LOCAL_MAIL: 'on' },
  // Nobody waits for room.
  ...{ SIGNUP_MODE: 'invite', CAPACITY_WAIT_MS: '0' },
});
if (!found) throw new Error('Accounts are not set up');
const setup = found;

beforeEach(() => void vi.spyOn(console, 'log').mockImplementation(() => {}));

/** Tries something so often while pictures have all memory, then until it is done. More tries than are allowed. */
async function tried<Answer>(times: number, work: () => Promise<Answer>): Promise<Answer> {
  const pictures = new RequestMemory(setup);
  await pictures.take(setup.isolateBudgetBytes);
  for (let time = 0; time < times; time++) await expect(work()).rejects.toMatchObject({ refusal: { status: 503 } });
  pictures.giveBack();
  // The rest after a hash of before may last a moment more.
  return vi.waitFor(work, { timeout: 30_000 });
}

test('a sign-in is refused, and counts no try', async () => {
  const passwordHash = await hashPassword(password, setup);
  await addAccount(DIRECTORY, { email: 'ada@example.org', isVerified: true, passwordHash });
  const { outcome } = await tried(11, () => signIn({ email: 'ada@example.org', password }, request, setup));
  expect(outcome).toBe('signed-in');
});

test('a sign-up is refused, makes no account, counts no try and takes no invitation', async () => {
  const { url } = await createInvitation(null, null, setup);
  const invitation = new URL(url).searchParams.get('invitation') ?? '';
  const isThere = DIRECTORY.prepare(`SELECT id FROM accounts WHERE email = 'bob@example.org'`);
  const { outcome } = await tried(6, async () => {
    expect(await isThere.first()).toBeNull();
    return signUp({ name: '', email: 'bob@example.org', password, invitation }, request, setup);
  });
  expect(outcome).toBe('mailed');
  expect(await isThere.first()).not.toBeNull();
});
