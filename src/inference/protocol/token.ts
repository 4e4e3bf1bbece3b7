/** Who may call: the bearer token. */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { HttpRefusal } from './refusal.ts';

export type CheckToken = (incoming: IncomingMessage) => void;

/**
 * The check of `Authorization: Bearer <token>` (RFC 6750, section 2.1).
 * @param token undefined where the service has none
 * @param local whether the service listens on a loopback address only
 * @param older former tokens, accepted while there is one
 * @returns a check that throws HttpRefusal: 401 for a missing or wrong token, 503 where the service was started without
 * one on an address that others can reach
 */
export function createTokenCheck(token: string | undefined, local: boolean, older: readonly string[] = []): CheckToken {
  if (token === undefined) {
    if (local) return () => {};
    return () => {
      throw new HttpRefusal(503, 'The inference service has no INFERENCE_TOKEN and refuses every call');
    };
  }
  const accepted = [token, ...older].map(digest);
  return ({ headers }) => {
    const [, shown = ''] = /^Bearer +(\S+) *$/i.exec(headers.authorization ?? '') ?? [];
    const given = digest(shown);
    // Digests have one length, and all are compared, so that the time of the comparison reveals nothing.
    if (accepted.map((expected) => timingSafeEqual(given, expected)).includes(true)) return;
    throw new HttpRefusal(401, 'The bearer token is missing or wrong', { 'WWW-Authenticate': 'Bearer' });
  };
}

/** Whether an address to listen on is reachable from this machine alone. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host);
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
