/** What both gateways do with a call: check their settings, remove headers that must not go further, add the token. */
import { readSettings, type Settings, SettingsFault, type Values } from '../../contract/settings/read.ts';

/**
 * Headers of the outer hop that would mislead the next one. A forwarded `Expect` makes its `100` the final answer; what tells
 * pictures apart is for the gateway alone.
 */
const hopHeaders = ['expect', 'connection', 'host', 'authorization', 'x-picture'];

/** Of an answer of the gateway itself that says that nothing has run. */
const errorName = 'X-Gateway-Error';

/**
 * The settings of a gateway, or the answer that says what is wrong with them.
 * @returns the values; a 503 where a secret is missing or a variable cannot be used
 */
export function configured<Given extends Settings>(settings: Given, env: object): Values<Given> | Response {
  try {
    return readSettings(settings, { ...env });
  } catch (cause) {
    if (!(cause instanceof SettingsFault)) throw cause;
    console.error(JSON.stringify({ level: 'error', event: 'not-configured', cause: cause.message }));
    return problem(503, cause.message);
  }
}

/** The headers of a call for the next hop, with the token in place of the caller's. */
export function headersFor(request: Request, token: string): Headers {
  const headers = new Headers(request.headers);
  for (const name of hopHeaders) headers.delete(name);
  headers.set('Authorization', `Bearer ${token}`);
  return headers;
}

/** Where a call goes at an address. */
export function urlAt(base: string, { url }: Request): string {
  const { pathname, search } = new URL(url);
  return base + pathname + search;
}

/** The name of the request that a call is part of, for log lines. */
export function requestIdOf({ headers }: Request): string | undefined {
  return headers.get('X-Request-Id') ?? undefined;
}

/** The answer if no service at an address accepted the call, logged with its cause. */
export function unreachable(base: string, request: Request, cause: unknown): Response {
  const away = { event: 'origin-unreachable', error: 'The inference service cannot be reached', base };
  return notTaken(away, request, cause);
}

/**
 * The answer if no service accepted the call.
 * @param what the log's event, and the text for the caller
 * @returns a 502 that says by a header that nothing has run
 */
export function notTaken(
  { event, error, base }: { readonly event: string; readonly error: string; readonly base?: string },
  request: Request,
  cause: unknown,
): Response {
  console.error(JSON.stringify({ level: 'error', event, base, requestId: requestIdOf(request), cause: String(cause) }));
  return problem(502, error, { [errorName]: 'unreachable' });
}

/** The answer if a service ended after it may have got all of the call, which may therefore have run. */
export function lostCall(): Response {
  return problem(503, 'The inference service ended during the call', { 'Retry-After': '1' });
}

/** Whether an answer is that of `notTaken`. */
export function isNotTaken({ headers }: Response): boolean {
  return headers.has(errorName);
}

/** What the log says of an address that did not accept our token. */
export const tokenCause = 'It refuses INFERENCE_TOKEN';

/** Whether an address did not accept our token, so that nothing has run. */
export function isTokenRefused({ status }: Response): boolean {
  return status === 401 || status === 403;
}

/** The header of a refusal by a service that is ending and has not read the call. */
const endingName = 'X-Not-Taken';

/** What the log says of it. */
export const endingCause = 'It is ending';

/** Whether a service that is ending did not read the call, so that nothing has run. */
export function isEnding({ headers }: Response): boolean {
  return headers.has(endingName);
}

/** The same answer as a 503: what failed may work again, at another address or once this one is back. */
export function asUnavailable(answer: Response): Response {
  const { status, headers, body } = answer;
  if (status === 503) return answer;
  const later = new Response(body, { status: 503, headers });
  later.headers.set('Retry-After', '1');
  return later;
}

/** An answer of the gateway's own. */
export function problem(status: number, error: string, headers: Readonly<Record<string, string>> = {}): Response {
  return Response.json({ error }, { status, headers });
}
