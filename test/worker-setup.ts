import { applyD1Migrations, env } from 'cloudflare:test';
import { writingLate } from './late-writes.ts';

const bindings = env as unknown as {
  DIRECTORY: D1Database;
  TEST_MIGRATIONS: Parameters<typeof applyD1Migrations>[1];
};

await applyD1Migrations(bindings.DIRECTORY, bindings.TEST_MIGRATIONS);
bindings.DIRECTORY = writingLate(bindings.DIRECTORY);
