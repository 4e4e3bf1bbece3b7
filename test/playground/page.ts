/** Calls as the page at `/` makes them: from its own origin, admitted by the token of its session. */
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

/** Whether the page asks there for what admits a call. */
export function isAdmission(url: string): boolean {
  return new URL(url).pathname.startsWith('/playground/admission/');
}

/** Asks for what admits a call, as the page does. @param headers of the visitor; they go over those of the page */
export async function askAdmission(base: string, name: OperationName, headers: Headers = {}): Promise<Response> {
  const { csrf_token } = await sessionOf(base, headers);
  const own = { Origin: base, 'X-CSRF-Token': csrf_token };
  return fetch(`${base}/playground/admission/${name}`, { method: 'POST', headers: { ...own, ...headers } });
}

/** The same. @throws Error where it is refused */
export async function admissionOf(base: string, name: OperationName, headers: Headers = {}): Promise<string> {
  const answer = await askAdmission(base, name, headers);
  if (!answer.ok) throw new Error(`The admission was answered ${answer.status}`);
  return ((await answer.json()) as { admission: string }).admission;
}

type Options = Readonly<Record<string, string>>;

/**
 * Sends a photo as the page would, admitted first.
 * @param headers of the visitor; they go over those of the page
 * @param options of the operation
 * @returns the answer, or that which refused the admission
 */
export async function callFromPage(
  base: string,
  name: OperationName,
  photo: Buffer,
  headers: Headers = {},
  options: Options = {},
): Promise<Response> {
  const admitted = await askAdmission(base, name, headers);
  if (!admitted.ok) return admitted;
  const { admission } = (await admitted.json()) as { admission: string };
  return sendAdmitted(base, name, photo, { 'X-Admission': admission, ...headers }, options);
}

/** Sends a photo with what admits it. @param headers with `X-Admission` */
export function sendAdmitted(
  base: string,
  name: OperationName,
  photo: Buffer,
  headers: Headers,
  options: Options = {},
): Promise<Response> {
  const { encoding } = operationNamed(name);
  const own = { Origin: base };
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
