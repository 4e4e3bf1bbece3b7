/**
 * Against forms of foreign pages: a change is accepted only from our own pages, by the browser's Origin or Sec-Fetch-Site,
 * and with a token that only our pages can read.
 */
import { Refused, refusal } from '../../contract/refusals.ts';
import { isSameOrigin } from '../../contract/same-origin.ts';
import { isSameText } from '../../money/keys/access.ts';
import { hexadecimal, hmac } from '../../money/keys/hmac.ts';

const dayMs = 86_400_000;

/** Visitors without a session: all of a day share a token, which only our pages show. */
export const visitorSubject = 'visitor';

/**
 * The token that forms of a page carry.
 * @param subject id of the session, or `visitorSubject`
 * @param secret SESSION_SECRET
 */
export async function csrfToken(subject: string, secret: string, nowMs = Date.now()): Promise<string> {
  const day = subject === visitorSubject ? `:${Math.floor(nowMs / dayMs)}` : '';
  return hexadecimal(await hmac(`csrf:${subject}${day}`, secret));
}

/**
 * Accepts a change that one of our pages sent.
 * @param token as the form's field `csrf`, or the header `X-CSRF-Token`, has it
 * @param subject as of `csrfToken`
 * @param secrets SESSION_SECRET, and its former values: a page may have been opened under one
 * @throws Refused 403
 */
export async function checkSameOrigin(
  request: Request,
  token: unknown,
  subject: string,
  secrets: readonly string[],
): Promise<void> {
  if (!isSameOrigin(request)) throw new Refused(refusal('STRANGE_ORIGIN'));
  const nowMs = Date.now();
  // A page may have been opened before midnight.
  const days = subject === visitorSubject ? [nowMs, nowMs - dayMs] : [nowMs];
  const taken = secrets.flatMap((secret) => days.map((atMs) => csrfToken(subject, secret, atMs)));
  const given = typeof token === 'string' ? token : '';
  const matches = await Promise.all(taken.map(async (expected) => isSameText(given, await expected)));
  if (!matches.includes(true)) throw new Refused(refusal('STRANGE_ORIGIN'));
}
