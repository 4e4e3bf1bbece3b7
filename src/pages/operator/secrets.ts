/** How much needs each value of a secret that was ever set, so that an operator sees when a former one can go. */
import type { SecretCounts } from '../../money/keys/answers.ts';
import type { PagesAdminEnv } from '../../money/keys/environment.ts';
import { secretMark } from '../../money/keys/made-under.ts';
import type { AccountsSetup } from '../accounts/environment.ts';
import { countFactors } from '../accounts/second-factors.ts';

/** A table whose rows say by a mark under which value they were made. */
interface Marked {
  readonly table: 'keys' | 'credited_address';
  /** Which rows still need it; binds ?1, Unix milliseconds. */
  readonly inUse: string;
}

const keysInUse: Marked = { table: 'keys', inUse: 'revoked_at IS NULL OR revoked_at > ?1' };
const names: Marked = { table: 'credited_address', inUse: '?1 = ?1' };

/**
 * Counts keys in use, second factors, and names: HMACs of mailboxes that had the credits of a sign-up.
 * @param setup null where the deployment has no accounts
 */
export async function secretCounts(env: PagesAdminEnv, setup: AccountsSetup | null): Promise<SecretCounts> {
  const { DIRECTORY } = env;
  const ofKeys = await env.KEYS.secretMarks();
  const ofSessions = await Promise.all(setup ? [setup.secret, ...setup.formerSecrets].map(secretMark) : []);
  const [keys, named, factors] = await Promise.all([
    countMarked(DIRECTORY, keysInUse, ofKeys),
    setup ? countMarked(DIRECTORY, names, ofSessions) : { byValue: [], lost: 0 },
    setup ? countFactors(setup) : { byValue: [], lost: 0 },
  ]);
  const none = { keys: 0, second_factors: 0, names: 0 };
  const label = (today: string, former: string, place: number) =>
    place === 0 ? { variable: today, place: 1 } : { variable: former, place };
  return {
    values: [
      ...ofKeys.map((_, place) => {
        return { ...label('KEY_HASH_SECRET', 'KEY_HASH_SECRETS_OLD', place), ...none, keys: keys.byValue[place] };
      }),
      ...ofSessions.map((_, place) => {
        const counts = { second_factors: factors.byValue[place], names: named.byValue[place] };
        return { ...label('SESSION_SECRET', 'SESSION_SECRETS_OLD', place), ...none, ...counts };
      }),
    ],
    missing: { keys: keys.lost, second_factors: factors.lost, names: named.lost },
  };
}

/**
 * Rows of versions before have no mark. Where no former value is set they were made under that of today, which is noted then; else
 * under the oldest.
 */
async function countMarked(directory: D1Database, { table, inUse }: Marked, marks: readonly string[]) {
  if (marks.length === 1) {
    await directory.prepare(`UPDATE ${table} SET secret = ? WHERE secret IS NULL`).bind(marks[0]).run();
  }
  const { results } = await directory
    .prepare(`SELECT COALESCE(secret, ?2) AS mark, COUNT(*) AS rows FROM ${table} WHERE ${inUse} GROUP BY mark`)
    .bind(Date.now(), marks.at(-1) ?? '')
    .all<{ mark: string; rows: number }>();
  const counts = new Map(results.map(({ mark, rows }) => [mark, rows]));
  const byValue = marks.map((mark) => counts.get(mark) ?? 0);
  const all = results.reduce((sum, { rows }) => sum + rows, 0);
  return { byValue, lost: all - byValue.reduce((sum, rows) => sum + rows, 0) };
}
