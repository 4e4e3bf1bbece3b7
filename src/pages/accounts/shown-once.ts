/**
 * What a page shows once, after a form has led to it: a new key, a link. It travels in an encrypted cookie of a minute, which
 * the page deletes, so that nothing readable is stored and a reload shows nothing again.
 */
import * as z from 'zod';
import { ownCookie, readOwnCookie } from './cookies.ts';
import type { AccountsSetup } from './environment.ts';
import { seal, unseal } from './sealing.ts';

const lifeSeconds = 60;

/** What travels, by name. */
export type ShownOnce = Readonly<Record<string, string>>;

/** The kinds, which name their cookies. */
export type ShownKind = 'new_key' | 'new_invitation' | 'new_factor';

const kept = z.object({ shown: z.record(z.string(), z.string()), untilMs: z.number() });

/** Sends values to the page that shows them to this account. @returns a value of `Set-Cookie` */
export async function showOnce(
  kind: ShownKind,
  shown: ShownOnce,
  accountId: string,
  setup: AccountsSetup,
): Promise<string> {
  const text = JSON.stringify({ shown, untilMs: Date.now() + lifeSeconds * 1000 });
  return ownCookie(kind, await seal(text, purposeOf(kind, accountId), setup.secret), lifeSeconds, setup);
}

/**
 * Takes what was sent to the page of a request.
 * @returns the values, null where there are none for this account, and what the answer has to carry as `Set-Cookie`
 */
export async function takeShown(
  kind: ShownKind,
  request: Request,
  accountId: string,
  setup: AccountsSetup,
): Promise<{ readonly shown: ShownOnce | null; readonly cookies: readonly string[] }> {
  const sealed = readOwnCookie(kind, request, setup);
  if (sealed === null) return { shown: null, cookies: [] };
  const text = await unseal(sealed, purposeOf(kind, accountId), [setup.secret, ...setup.formerSecrets]);
  const read = text === null ? null : kept.parse(JSON.parse(text));
  const shown = read && read.untilMs > Date.now() ? read.shown : null;
  return { shown, cookies: [ownCookie(kind, '', 0, setup)] };
}

function purposeOf(kind: ShownKind, accountId: string): string {
  return `${kind}:${accountId}`;
}
