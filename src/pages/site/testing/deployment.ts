/** The bindings of a deployment that has accounts, for tests. */
import type { KeysEnv } from '../../../money/keys/environment.ts';
import type { AccountsEnv } from '../../accounts/environment.ts';

/** Where it is. */
export const base = 'https://cutouts.example.org';
export const sessionSecret = 'a secret of the tests, long enough for all';

/** @param env that of the runtime */
export function deployment(env: unknown) {
  const bindings = env as KeysEnv & AccountsEnv & { readonly ASSETS: Fetcher };
  return { ...bindings, SESSION_SECRET: sessionSecret, PUBLIC_URL: base };
}
