/** Where counts are kept: one SQLite Durable Object for the deployment. */
import { DurableObject } from 'cloudflare:workers';
import type { CountCalls, Counts } from './store.ts';

/** There are some hundred; more would be a fault. */
const mostRows = 5000;

/** The Durable Object. */
export class CountStore extends DurableObject implements CountCalls {
  readonly #sql: SqlStorage;

  constructor(context: DurableObjectState, env: Cloudflare.Env) {
    super(context, env);
    this.#sql = context.storage.sql;
    this.#sql.exec('CREATE TABLE IF NOT EXISTS counts (sample TEXT PRIMARY KEY, value REAL NOT NULL)');
  }

  async add(counts: Counts): Promise<void> {
    const [{ rows }] = this.#sql.exec<{ rows: number }>('SELECT COUNT(*) AS rows FROM counts').toArray();
    const statement =
      rows < mostRows
        ? 'INSERT INTO counts VALUES (?1, ?2) ON CONFLICT DO UPDATE SET value = value + excluded.value'
        : 'UPDATE counts SET value = value + ?2 WHERE sample = ?1';
    for (const [sample, value] of Object.entries(counts)) this.#sql.exec(statement, sample, value);
  }

  async all(): Promise<Counts> {
    const rows = this.#sql.exec<{ sample: string; value: number }>('SELECT * FROM counts').toArray();
    return Object.fromEntries(rows.map(({ sample, value }) => [sample, value]));
  }
}
