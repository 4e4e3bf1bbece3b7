/** A set of allowances: a SQLite Durable Object, named after what it counts. */
import { DurableObject } from 'cloudflare:workers';
import type { AllowanceCalls, Claim, Taking } from './calls.ts';
import {
  type AllowanceUse,
  again,
  begin,
  givenBack,
  left,
  maxSubjects,
  type TakingDecision,
  take,
  type UsedOf,
} from './rules.ts';

const minuteMs = 60_000;

type UsedRow = { count: number; ends_at_ms: number };

/** The Durable Object. Its calls are synchronous within, so they cannot interleave. */
export class Allowances extends DurableObject implements AllowanceCalls {
  readonly #sql: SqlStorage;
  readonly #usedOf: UsedOf = (subject) => {
    const [row] = this.#sql.exec<UsedRow>('SELECT * FROM used WHERE subject = ?', subject).toArray();
    return row ? { count: row.count, endsAtMs: row.ends_at_ms } : null;
  };

  constructor(context: DurableObjectState, env: Cloudflare.Env) {
    super(context, env);
    this.#sql = context.storage.sql;
    this.#sql.exec(`
      CREATE TABLE IF NOT EXISTS used (subject TEXT PRIMARY KEY, count INTEGER NOT NULL, ends_at_ms INTEGER NOT NULL);
      CREATE INDEX IF NOT EXISTS used_end ON used (ends_at_ms);`);
  }

  async take(claims: readonly Claim[], nowMs = Date.now()): Promise<Taking> {
    return this.#keep(take(claims, this.#usedOf, this.#fullUntilMs(nowMs), nowMs));
  }

  async begin(claim: Claim, nowMs = Date.now()): Promise<void> {
    await this.#keep(begin(claim, this.#usedOf, this.#fullUntilMs(nowMs), nowMs));
  }

  async again(claim: Claim, nowMs = Date.now()): Promise<boolean> {
    const used = again(claim, this.#usedOf, nowMs);
    if (used) this.#store(claim.subject, used);
    return used !== null;
  }

  async giveBack(subjects: readonly string[], nowMs = Date.now()): Promise<void> {
    for (const subject of subjects) {
      const left = givenBack(this.#usedOf(subject), nowMs);
      if (left) this.#store(subject, left);
      else this.#sql.exec('DELETE FROM used WHERE subject = ?', subject);
    }
  }

  async left(claims: readonly Claim[], nowMs = Date.now()): Promise<number> {
    return left(claims, this.#usedOf, nowMs);
  }

  /** Forgets the windows that have ended. */
  override async alarm(): Promise<void> {
    this.#sql.exec('DELETE FROM used WHERE ends_at_ms <= ?', Date.now());
    await this.#ringAfterNextEnd();
  }

  async #keep({ answer, changes }: TakingDecision): Promise<Taking> {
    for (const [subject, used] of changes) this.#store(subject, used);
    if (changes.size > 0) await this.#ringAfterNextEnd();
    return answer;
  }

  /** When a place is free where there is none; windows that have ended make room first. */
  #fullUntilMs(nowMs: number): number | null {
    if (this.#count() < maxSubjects) return null;
    this.#sql.exec('DELETE FROM used WHERE ends_at_ms <= ?', nowMs);
    return this.#count() < maxSubjects ? null : this.#nextEndMs();
  }

  #count(): number {
    return this.#sql.exec<{ count: number }>('SELECT COUNT(*) AS count FROM used').one().count;
  }

  #nextEndMs(): number | null {
    return this.#sql.exec<{ end: number | null }>('SELECT MIN(ends_at_ms) AS end FROM used').one().end;
  }

  #store(subject: string, { count, endsAtMs }: AllowanceUse): void {
    this.#sql.exec(
      'INSERT OR REPLACE INTO used (subject, count, ends_at_ms) VALUES (?, ?, ?)',
      ...[subject, count, endsAtMs],
    );
  }

  /** At the full minute after the next end, so that many share one alarm. An alarm that is set and earlier stays. */
  async #ringAfterNextEnd(): Promise<void> {
    const endMs = this.#nextEndMs();
    if (endMs === null) return;
    const atMs = Math.ceil(endMs / minuteMs) * minuteMs;
    const setMs = await this.ctx.storage.getAlarm();
    if (setMs === null || atMs < setMs) await this.ctx.storage.setAlarm(atMs);
  }
}
