import { applyD1Migrations, env } from 'cloudflare:test';
import { writingLate } from './late-writes.ts';

const bindings = env;

await applyD1Migrations(bindings.DIRECTORY, bindings.TEST_MIGRATIONS);
bindings.DIRECTORY = writingLate(bindings.DIRECTORY);
