/** Invitations: links that let one person sign up where SIGNUP_MODE is `invite`. Only their hashes are kept. */
import { randomBase62 } from '../../money/keys/base62.ts';
import { hidden, hiddenByAll } from './addresses.ts';
import type { AccountsSetup } from './environment.ts';

/** An invitation, without its token. */
export interface Invitation {
  readonly id: string;
  /** The operator's note on whom it is for. */
  readonly note: string | null;
  readonly createdAtMs: number;
  readonly expiresAtMs: number;
  /** Null while it can be used. */
  readonly usedAtMs: number | null;
}

const lifeMs = 14 * 86_400_000;
const listed = 200;

/**
 * Makes an invitation that holds for two weeks.
 * @param createdBy id of the operator's account; null for the command line
 * @returns the link, which is shown once
 */
export async function createInvitation(
  note: string | null,
  createdBy: string | null,
  setup: AccountsSetup,
): Promise<{ readonly id: string; readonly url: string }> {
  const token = randomBase62(32);
  const id = `inv_${randomBase62(16)}`;
  const nowMs = Date.now();
  await setup.env.DIRECTORY.prepare(
    'INSERT INTO invitation (id, token_hash, note, created_by, created_at, expires_at) VALUES (?, ?, ?, ?, ?, ?)',
  )
    .bind(id, await hidden('invitation', token, setup), note, createdBy, nowMs, nowMs + lifeMs)
    .run();
  return { id, url: `${setup.origin}/sign-up?invitation=${token}` };
}

/** The newest invitations, used ones too. */
export async function listInvitations({ env }: Pick<AccountsSetup, 'env'>): Promise<Invitation[]> {
  const statement = 'SELECT * FROM invitation ORDER BY created_at DESC, id LIMIT ?';
  const { results } = await env.DIRECTORY.prepare(statement).bind(listed).all<InvitationRow>();
  return results.map(({ id, note, created_at, expires_at, used_at }) => {
    return { id, note, createdAtMs: created_at, expiresAtMs: expires_at, usedAtMs: used_at };
  });
}

/** Whether a text is the token of an invitation that can be used. */
export async function isInvitation(token: string, setup: AccountsSetup): Promise<boolean> {
  const statement =
    'SELECT id FROM invitation WHERE token_hash IN (SELECT value FROM json_each(?)) AND used_at IS NULL AND expires_at > ?';
  const hashes = await hiddenByAll('invitation', token, setup);
  return (await setup.env.DIRECTORY.prepare(statement).bind(hashes, Date.now()).first()) !== null;
}

/** Uses an invitation. False where there is none, or it was used or has ended. */
export async function useInvitation(token: string, setup: AccountsSetup): Promise<boolean> {
  const nowMs = Date.now();
  const used = await setup.env.DIRECTORY.prepare(
    'UPDATE invitation SET used_at = ?1 WHERE token_hash IN (SELECT value FROM json_each(?2)) AND used_at IS NULL AND expires_at > ?1 RETURNING id',
  )
    .bind(nowMs, await hiddenByAll('invitation', token, setup))
    .first();
  return used !== null;
}

/** Makes an invitation as if it had not been used: its sign-up could not be made. */
export async function returnInvitation(token: string, setup: AccountsSetup): Promise<void> {
  await setup.env.DIRECTORY.prepare(
    'UPDATE invitation SET used_at = NULL WHERE token_hash IN (SELECT value FROM json_each(?))',
  )
    .bind(await hiddenByAll('invitation', token, setup))
    .run();
}

interface InvitationRow {
  readonly id: string;
  readonly note: string | null;
  readonly created_at: number;
  readonly expires_at: number;
  readonly used_at: number | null;
}
