/** Asks the pages as a browser does, for tests. */
import type { KeysEnv } from '../../../money/keys/environment.ts';
import { type AccountsEnv, type AccountsSetup, accountsSetup } from '../../accounts/environment.ts';
import { pages } from '../pages.ts';
import { base } from './deployment.ts';
import type { Browser } from './signed-in.ts';

type Bindings = KeysEnv & AccountsEnv & { readonly ASSETS: Fetcher };

/** An answer with its text read. */
export interface Answered {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly location: string | null;
}

/**
 * What asks the pages.
 * @param by who is signed in; null for a visitor
 */
export function asking(bindings: Bindings, by: Browser | null) {
  const cookie: Record<string, string> = by ? { Cookie: by.cookie } : {};
  return {
    get: (path: string, init: { readonly method?: string; readonly headers?: Record<string, string> } = {}) =>
      send(path, { ...init, headers: { ...cookie, ...init.headers } }, bindings),
    /** Sends a form of a page of this service. */
    post: (path: string, fields: Record<string, string> | readonly (readonly [string, string])[] = {}) => {
      const pairs = Array.isArray(fields) ? fields : Object.entries(fields);
      const body = new URLSearchParams([['csrf', by?.token ?? ''], ...pairs]);
      return send(path, { method: 'POST', headers: { ...cookie, Origin: base }, body }, bindings);
    },
  };
}

async function send(path: string, init: RequestInit, bindings: Bindings): Promise<Answered> {
  const answer = await pages.request(`${base}${path}`, init, bindings);
  const { status, headers } = answer;
  return { status, headers, text: await answer.text(), location: headers.get('Location') };
}

/** What accounts go by there. */
export function setupOf(bindings: Bindings): AccountsSetup {
  const setup = accountsSetup(new Request(`${base}/`), bindings);
  if (!setup) throw new Error('Accounts are not set up');
  return setup;
}
