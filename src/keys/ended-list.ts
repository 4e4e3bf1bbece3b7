/**
 * Lists what ends, outside of directory and ledgers: a restore goes back before it, and then ends it again. Ids alone, kept for 35 days.
 */
import type { EndedEnv } from './environment.ts';

/** What ends: a key at a time, Unix milliseconds, or a whole account. */
export type Ended = { readonly key: string; readonly endsAtMs: number } | { readonly account: string };

/**
 * Lists it. Before it ends, so that nothing ends unlisted. Where the list cannot be written the log says so, and it ends all the same.
 * Never throws.
 */
export async function listEnd({ ENDED_LIST }: EndedEnv, ended: Ended): Promise<void> {
  if (!ENDED_LIST) return;
  const line = 'key' in ended ? { key: ended.key, ends: new Date(ended.endsAtMs).toISOString() } : ended;
  try {
    const answer = await ENDED_LIST.fetch('http://list/', { method: 'POST', body: JSON.stringify(line) });
    if (!answer.ok) throw new Error(`answered ${answer.status}`);
  } catch (cause) {
    console.error(JSON.stringify({ level: 'error', event: 'end-not-listed', ...line, cause: String(cause) }));
  }
}
