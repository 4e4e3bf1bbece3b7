/**
 * The day's places for sign-ups: SIGNUPS_PER_DAY in total, at most 20 for one network. A sign-up that is not confirmed within an
 * hour gives its place back, so that a flood of made-up addresses closes the sign-up for an hour at most.
 */
import { Refused, rateLimited } from '../../contract/refusals.ts';
import { randomBase62 } from '../../money/keys/base62.ts';
import { addressOf, networkOf, organisation } from '../../pixels/bounds/address.ts';
import { hidden, hiddenByAll, mailboxOf } from './addresses.ts';
import type { AccountsSetup } from './environment.ts';

const hourMs = 3_600_000;
/** How long a confirmed sign-up keeps a place. */
export const placeLifeMs = 24 * hourMs;
const unconfirmedLifeMs = hourMs;
const maxOfNetwork = 20;

/** Rows that take a place at ?1, and the milliseconds at which each gives it back. */
const taken = `(SELECT network, at + iif(confirmed, ${placeLifeMs}, ${unconfirmedLifeMs}) AS ends FROM sign_up
  WHERE at > ?1 - ${placeLifeMs} AND (confirmed OR at > ?1 - ${unconfirmedLifeMs}))`;

/**
 * Takes a place for a sign-up.
 * @returns gives it back, as if it had never been taken
 * @throws Refused 429 where none is left
 */
export async function takePlace(
  email: string,
  request: Request,
  setup: AccountsSetup,
  nowMs = Date.now(),
): Promise<() => Promise<unknown>> {
  const { DIRECTORY } = setup.env;
  const id = randomBase62(22);
  const network = networkOf(addressOf(request.headers, setup.trustedAddressHeader ?? null), organisation);
  const subject = network && (await hidden('sign-up', network, setup));
  const { meta } = await DIRECTORY.prepare(
    `INSERT INTO sign_up (id, address, network, at) SELECT ?2, ?3, ?4, ?1
     WHERE (SELECT COUNT(*) FROM ${taken}) < ?5 AND (SELECT COUNT(*) FROM ${taken} WHERE network = ?4) < ?6`,
  )
    .bind(nowMs, id, await hidden('sign-up', mailboxOf(email), setup), subject, setup.signupsPerDay, maxOfNetwork)
    .run();
  if (meta.changes === 0) throw new Refused(rateLimited(await secondsToNext(subject, setup, nowMs)));
  return () => DIRECTORY.prepare('DELETE FROM sign_up WHERE id = ?').bind(id).run();
}

/** Keeps the place of the newest sign-up with this address for the day: its mail was answered. */
export async function confirmPlace(email: string, setup: AccountsSetup): Promise<void> {
  const ofAddress = 'SELECT id FROM sign_up WHERE address IN (SELECT value FROM json_each(?)) ORDER BY at DESC LIMIT 1';
  await setup.env.DIRECTORY.prepare(`UPDATE sign_up SET confirmed = 1 WHERE id = (${ofAddress})`)
    .bind(await hiddenByAll('sign-up', mailboxOf(email), setup))
    .run();
}

/** When the next place becomes free: for the network if it has used all of its own, else for all. */
async function secondsToNext(network: string | null, { env }: AccountsSetup, nowMs: number): Promise<number> {
  const row = await env.DIRECTORY.prepare(
    `SELECT MIN(ends) AS all_ends, COUNT(*) FILTER (WHERE network = ?2) AS of_network,
       MIN(ends) FILTER (WHERE network = ?2) AS network_ends FROM ${taken}`,
  )
    .bind(nowMs, network)
    .first<{ all_ends: number | null; of_network: number; network_ends: number | null }>();
  const endsMs = row && row.of_network >= maxOfNetwork ? row.network_ends : row?.all_ends;
  // A limit of 0 has no place that could come free.
  return endsMs ? Math.max(1, Math.ceil((endsMs - nowMs) / 1000)) : hourMs / 1000;
}
