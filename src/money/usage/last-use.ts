/** When keys were last used: when each was last answered, whatever the answer. */

/**
 * Unix milliseconds by id of the key; keys without an answer in 400 days are not in it. A few seconds late.
 * @param keyIds any number
 */
export async function lastUseOf(
  directory: D1Database,
  keyIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  if (keyIds.length === 0) return new Map();
  const { results } = await directory
    .prepare('SELECT key_id, last_at FROM key_use WHERE key_id IN (SELECT value FROM json_each(?))')
    .bind(JSON.stringify(keyIds))
    .all<{ key_id: string; last_at: number }>();
  return new Map(results.map(({ key_id, last_at }) => [key_id, last_at]));
}
