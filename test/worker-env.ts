/** What a test in the Workers runtime finds bound. */
import { env as untyped } from 'cloudflare:test';
import type { Environment } from '../src/edge/environment.ts';

interface TestEnvironment extends Environment {
  readonly KEY_HASH_SECRET: string;
  readonly ADMIN_TOKEN: string;
  /** Variables, which `contract/settings` reads. */
  readonly [variable: string]: unknown;
}

/**
 * Bindings of `wrangler.toml`, and what `vitest.config.ts` adds. The cast stands here alone: `Cloudflare.Env` would be the
 * type of every Durable Object's own `env` as well, and ours take any record.
 */
export const env = untyped as unknown as TestEnvironment;
