/** For tests alone: the admin API mounted as the edge mounts it, and short ways to call it. */
import { Hono } from 'hono';
import { admin } from './admin.ts';
import type { KeysEnv } from './environment.ts';
import { readKey, walletOf } from './format.ts';
import { hashKey } from './hash.ts';

/** What differs from a good call. */
export interface Difference {
  /** Null sends no token. */
  readonly token?: string | null;
  /** The body as text, in place of JSON. */
  readonly text?: string;
  /** Bindings in place of those, as far as the call asks them. */
  readonly env?: Readonly<Record<string, unknown>>;
}

/** Calls of the admin API with these bindings. */
export function adminHarness(bindings: KeysEnv) {
  const app = new Hono<{ Bindings: KeysEnv }>();
  app.route('/admin', admin);
  app.onError((failure, context) => context.text(`passed on: ${failure.message}`, 500));

  const send = async (method: string, path: string, body?: unknown, { token, text, env }: Difference = {}) => {
    const headers = new Headers();
    if (token !== null) headers.set('Authorization', `Bearer ${token ?? bindings.ADMIN_TOKEN}`);
    const payload = text ?? (body === undefined ? undefined : JSON.stringify(body));
    return app.request(`/admin${path}`, { method, headers, body: payload }, { ...bindings, ...env });
  };

  /** Creates a key of 10 credits and finds its ledger. */
  const create = async (terms: Readonly<Record<string, unknown>> = {}, difference: Difference = {}) => {
    const created = await json(send('POST', '/keys', { type: 'test', credits: 10, ...terms }, difference), 201);
    const { id } = created;
    const key = await readKey(String(created.key), bindings.KEY_HASH_SECRET);
    if (typeof id !== 'string' || !key) throw new Error('No key was created');
    const hash = await hashKey(key, bindings.KEY_HASH_SECRET);
    return { created, id, key, hash, ledger: bindings.LEDGERS.getByName(walletOf(key)) };
  };

  return { app, send, create };
}

/** The JSON object of an answer. @throws Error with the answer's text when it has another status */
export async function json(answer: Response | Promise<Response>, status = 200): Promise<Record<string, unknown>> {
  const response = await answer;
  const text = await response.text();
  if (response.status !== status) throw new Error(`Expected ${status} but received ${response.status}: ${text}`);
  return JSON.parse(text);
}
