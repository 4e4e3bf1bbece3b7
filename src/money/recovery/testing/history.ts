/**
 * For tests alone: a history of ledgers and directory, in place of Cloudflare's. Its interface is the platform's, as its documentation has
 * it: a bookmark for a time, and at the next session the storage is as it was at a bookmark.
 */
import { runInDurableObject } from 'cloudflare:test';

type Row = Record<string, SqlStorageValue>;
type Tables = ReadonlyMap<string, readonly Row[]>;

/** Runs a statement on one database. */
type Run = (statement: string, ...values: SqlStorageValue[]) => Promise<Row[]> | Row[];

const tableNames = `SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name NOT LIKE '_cf_%'
  AND name NOT LIKE 'd1_%'`;

async function tablesOf(run: Run): Promise<Tables> {
  const tables = new Map<string, readonly Row[]>();
  for (const { name } of await run(tableNames)) tables.set(String(name), await run(`SELECT * FROM "${name}"`));
  return tables;
}

/** Statements that put tables in the place of those that are there. Of what was not there then nothing stays. */
function replacing(now: Tables, then: Tables): [string, SqlStorageValue[]][] {
  const emptied = [...now.keys()].map((name): [string, SqlStorageValue[]] => [`DELETE FROM "${name}"`, []]);
  const filled = [...then].flatMap(([name, rows]) =>
    rows.map((row): [string, SqlStorageValue[]] => {
      const columns = Object.keys(row).map((column) => `"${column}"`);
      return [`INSERT INTO "${name}" (${columns}) VALUES (${columns.map(() => '?')})`, Object.values(row)];
    }),
  );
  return [...emptied, ...filled];
}

/** The history of one ledger. It has to be made again after each restart of the object. */
export class LedgerHistory {
  readonly #stub: () => DurableObjectStub;
  readonly #kept: { readonly atMs: number; readonly tables: Tables }[] = [];

  constructor(stub: () => DurableObjectStub) {
    this.#stub = stub;
  }

  /** Keeps the state of now, and gives the object of now Cloudflare's two functions. */
  async keep(): Promise<void> {
    await runInDurableObject(this.#stub(), async (_object, { storage }) => {
      const run = (statement: string, ...values: SqlStorageValue[]) =>
        storage.sql.exec<Row>(statement, ...values).toArray();
      this.#kept.push({ atMs: Date.now(), tables: await tablesOf(run) });
      const getBookmarkForTime = async (time: number | Date) => {
        const index = this.#kept.findLastIndex(({ atMs }) => atMs <= Number(time));
        if (index < 0) throw new Error('No such point in time');
        return String(index).padStart(8, '0');
      };
      const onNextSessionRestoreBookmark = async (bookmark: string) => {
        const now = await tablesOf(run);
        this.#kept.push({ atMs: Date.now(), tables: now });
        // The next session begins at once, so that it is the same to do it here.
        const then = this.#kept[Number(bookmark)]?.tables ?? new Map();
        storage.transactionSync(() => {
          for (const [statement, values] of replacing(now, then)) run(statement, ...values);
        });
        return String(this.#kept.length - 1).padStart(8, '0');
      };
      Object.assign(storage, { getBookmarkForTime, onNextSessionRestoreBookmark });
    });
  }
}

/** Keeps the state of a directory. @returns what brings it back, as D1's time travel does */
export async function directoryHistory(directory: D1Database): Promise<() => Promise<string>> {
  const run: Run = async (statement) => (await directory.prepare(statement).all<Row>()).results;
  const then = await tablesOf(run);
  return async () => {
    const statements = replacing(await tablesOf(run), then);
    await directory.batch([
      directory.prepare('PRAGMA defer_foreign_keys = on'),
      ...statements.map(([statement, values]) => directory.prepare(statement).bind(...values)),
    ]);
    return '00000001-00000002-00004e2f-0a83ea2fceebc654de0640c422be4653';
  };
}
