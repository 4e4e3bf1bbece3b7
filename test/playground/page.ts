/** Calls as the page at `/` makes them: from its own origin, with the token of its session. */
import { createHash } from 'node:crypto';
import type { OperationName } from '../../src/contract/operations.ts';
import { operationNamed } from '../../src/contract/operations.ts';

type Headers = Readonly<Record<string, string>>;

/** What the page gets. */
export interface PageSession {
  readonly csrf_token: string;
  readonly account: {
    readonly email: string;
    readonly wallets: readonly { readonly type: string; readonly credit: number }[];
  } | null;
  readonly trial: { readonly left: number; readonly per_day: number; readonly max_pixels: number };
}

/** @param headers of the visitor: an address, a cookie */
export async function sessionOf(base: string, headers: Headers = {}): Promise<PageSession> {
  return (await (await fetch(`${base}/playground/session`, { headers })).json()) as PageSession;
}

/** Sends a photo as the page would. @param headers of the visitor; they go over those of the page @param options of the operation */
export async function callFromPage(
  base: string,
  name: OperationName,
  photo: Buffer,
  headers: Headers = {},
  options: Readonly<Record<string, string>> = {},
) {
  const { csrf_token } = await sessionOf(base, headers);
  const { encoding } = operationNamed(name);
  const own = { Origin: base, 'X-CSRF-Token': csrf_token };
  const form = new FormData();
  for (const [option, value] of Object.entries(options)) form.append(option, value);
  form.append('file', new Blob([new Uint8Array(photo)]), 'photo');
  return fetch(`${base}/playground/${name}`, {
    method: 'POST',
    headers: { ...own, ...(encoding === 'json' && { 'Content-Type': 'application/json' }), ...headers },
    body: encoding === 'json' ? JSON.stringify({ image_base64: photo.toString('base64'), ...options }) : form,
  });
}

/** What two answers can be compared by. */
export async function digestOf(answer: Response): Promise<string> {
  return createHash('sha256')
    .update(new Uint8Array(await answer.arrayBuffer()))
    .digest('hex');
}
