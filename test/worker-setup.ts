import { applyD1Migrations, env } from 'cloudflare:test';

const { DIRECTORY, TEST_MIGRATIONS } = env as unknown as {
  DIRECTORY: D1Database;
  TEST_MIGRATIONS: Parameters<typeof applyD1Migrations>[1];
};

await applyD1Migrations(DIRECTORY, TEST_MIGRATIONS);
