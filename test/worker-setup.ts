/** Of each test file in workerd. Where several share one, what another has stored is gone. */
import { applyD1Migrations, env, listDurableObjectIds, reset, runInDurableObject } from 'cloudflare:test';
import '../testing/patient-waits.ts';
import { realOf, writingLate } from './late-writes.ts';

const bindings = env;
const directory = realOf(bindings.DIRECTORY);

// `reset` passes over objects that workerd has put to sleep; a database is one of them.
await wake(bindings.LEDGERS);
await wake(bindings.ALLOWANCES);
await directory.prepare('SELECT 1').run();
await reset();
await applyD1Migrations(directory, bindings.TEST_MIGRATIONS);
bindings.DIRECTORY = writingLate(directory);

async function wake<Kind extends Rpc.DurableObjectBranded>(objects: DurableObjectNamespace<Kind>): Promise<void> {
  for (const id of await listDurableObjectIds(objects)) await runInDurableObject(objects.get(id), () => {});
}
