/** What test files store that share one workerd: each begins with nothing. */
import { env, listDurableObjectIds, reset, runInDurableObject } from 'cloudflare:test';

/** workerd puts objects to sleep that nobody has called for ten seconds. */
const sleepsAfterMs = 9000;
const { LEDGERS, ALLOWANCES } = env;

/** When the file before began; null for the first one. */
let emptiedMs: number | null = null;
/** Of objects that had nothing in them then: a name that comes again gets the same one. */
let empty: ReadonlySet<string> = new Set();

/** Deletes all that other files have stored. @param directory the real one */
export async function emptyStores(directory: D1Database): Promise<void> {
  const mayAllSleep = emptiedMs !== null && Date.now() - emptiedMs > sleepsAfterMs;
  // `reset` passes over objects that sleep. To wake all that ever were would take longer with each file.
  const ids = [...(await wake(LEDGERS, mayAllSleep)), ...(await wake(ALLOWANCES, mayAllSleep))];
  // A database is one of them.
  await directory.prepare('SELECT 1').run();
  await reset();
  emptiedMs = Date.now();
  empty = new Set(ids);
}

/** Wakes the objects that the file before has made, or all. @returns all that there are */
async function wake<Kind extends Rpc.DurableObjectBranded>(
  objects: DurableObjectNamespace<Kind>,
  all: boolean,
): Promise<readonly string[]> {
  const ids = await listDurableObjectIds(objects);
  for (const id of ids) if (all || !empty.has(String(id))) await runInDurableObject(objects.get(id), () => {});
  return ids.map(String);
}
