/** Incidents: what operators say of failures on the status page. Each change is in the audit log. */
import { type Actor, noting } from './audit-log.ts';

/** What an operator writes of one. */
export interface WrittenIncident {
  readonly title: string;
  /** Paragraphs, with an empty line between. */
  readonly text: string;
  /** Unix milliseconds. */
  readonly beganAtMs: number;
  /** Null while it lasts. */
  readonly endedAtMs: number | null;
}

export interface Incident extends WrittenIncident {
  readonly id: string;
}

interface Directory {
  readonly DIRECTORY: D1Database;
}

const listed = 100;

/** Incidents that lasted at some moment between the two, at most 100, the newest first. */
export async function listIncidents({ DIRECTORY }: Directory, fromMs: number, toMs: number): Promise<Incident[]> {
  const { results } = await DIRECTORY.prepare(
    `SELECT * FROM incident WHERE began_at <= ? AND (ended_at IS NULL OR ended_at >= ?)
    ORDER BY began_at DESC, id LIMIT ?`,
  )
    .bind(toMs, fromMs, listed)
    .all<IncidentRow>();
  return results.map(toIncident);
}

/** The incident of that id; null where there is none. */
export async function incidentOf(id: string, { DIRECTORY }: Directory): Promise<Incident | null> {
  const row = await DIRECTORY.prepare('SELECT * FROM incident WHERE id = ?').bind(id).first<IncidentRow>();
  return row && toIncident(row);
}

/** Writes a new incident. @returns its id */
export async function addIncident(actor: Actor, written: WrittenIncident, env: Directory): Promise<string> {
  const id = crypto.randomUUID();
  await noting(env, actor, { act: 'write incident', accountId: null, detail: detailOf(written) }, () =>
    env.DIRECTORY.prepare('INSERT INTO incident (title, text, began_at, ended_at, id) VALUES (?, ?, ?, ?, ?)')
      .bind(...valuesOf(written), id)
      .run(),
  );
  return id;
}

/** Writes an incident anew. */
export async function changeIncident(actor: Actor, { id, ...written }: Incident, env: Directory): Promise<void> {
  await noting(env, actor, { act: 'change incident', accountId: null, detail: detailOf(written) }, () =>
    env.DIRECTORY.prepare('UPDATE incident SET title = ?, text = ?, began_at = ?, ended_at = ? WHERE id = ?')
      .bind(...valuesOf(written), id)
      .run(),
  );
}

/** Removes an incident, which the audit log still names. */
export async function removeIncident(actor: Actor, { id, ...written }: Incident, env: Directory): Promise<void> {
  await noting(env, actor, { act: 'remove incident', accountId: null, detail: detailOf(written) }, () =>
    env.DIRECTORY.prepare('DELETE FROM incident WHERE id = ?').bind(id).run(),
  );
}

interface IncidentRow {
  readonly id: string;
  readonly title: string;
  readonly text: string;
  readonly began_at: number;
  readonly ended_at: number | null;
}

function toIncident({ id, title, text, began_at, ended_at }: IncidentRow): Incident {
  return { id, title, text, beganAtMs: began_at, endedAtMs: ended_at };
}

function valuesOf({ title, text, beganAtMs, endedAtMs }: WrittenIncident) {
  return [title, text, beganAtMs, endedAtMs] as const;
}

function detailOf({ title, beganAtMs, endedAtMs }: WrittenIncident): string {
  const [began, ended] = [beganAtMs, endedAtMs].map(
    (ms) => ms !== null && `${new Date(ms).toISOString().slice(0, 16)}Z`,
  );
  return `${title}, from ${began}${ended ? ` to ${ended}` : ''}`;
}
