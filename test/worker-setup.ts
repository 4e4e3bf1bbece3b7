/** Of each test file in workerd. Where several share one, what another has stored is gone. */
import { applyD1Migrations, env } from 'cloudflare:test';
import { keyCallsOf } from '../src/money/keys/key-calls.ts';
import { localMails } from '../src/pages/accounts/mail.ts';
import '../testing/patient-waits.ts';
import { emptyStores } from './emptied.ts';
import { realOf, writingLate } from './late-writes.ts';

const bindings = env;
const directory = realOf(bindings.DIRECTORY);

await emptyStores(directory);
await applyD1Migrations(directory, bindings.TEST_MIGRATIONS);
bindings.DIRECTORY = writingLate(directory);
// What the edge does for the pages, without the way between their Workers.
bindings.KEYS = keyCallsOf(bindings);
// The box lives in the isolate. Nobody but its owner writes to it, so it is no array that may change to others.
(localMails() as unknown[]).length = 0;
