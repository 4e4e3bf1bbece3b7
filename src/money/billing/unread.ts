/** Events of a kind that is acted on and that could not be read. A row is there until the event has been worked on. */

export interface UnreadEvent {
  /** Stripe's, by which the event can be fetched. */
  readonly id: string;
  readonly kind: string;
  /** SHA-256 of the body as it came, hexadecimal. */
  readonly hash: string;
  readonly receivedAtMs: number;
}

/** Stores an event. An event that is stored already is not changed. */
export async function keepUnread(directory: D1Database, { id, kind, hash, receivedAtMs }: UnreadEvent): Promise<void> {
  await directory
    .prepare('INSERT OR IGNORE INTO unread_event (id, kind, hash, told_at) VALUES (?, ?, ?, ?)')
    .bind(id, kind, hash, receivedAtMs)
    .run();
}

/** Forgets an event that has been worked on. */
export async function forgetUnread(directory: D1Database, id: string): Promise<void> {
  await directory.prepare('DELETE FROM unread_event WHERE id = ?').bind(id).run();
}

/** Newest first, at most a hundred. */
export async function listUnread(directory: D1Database): Promise<UnreadEvent[]> {
  const { results } = await directory
    .prepare('SELECT id, kind, hash, told_at AS receivedAtMs FROM unread_event ORDER BY told_at DESC LIMIT 100')
    .all<UnreadEvent>();
  return results;
}
