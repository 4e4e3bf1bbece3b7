/** A call where one address answers: it gets all of them, whatever it said of the last. */
import { asUnavailable, headersFor, isTokenRefused, requestIdOf, tokenCause, unreachable, urlAt } from './hop.ts';
import type { SpreadTerms } from './spread.ts';

/** What a proxy in front of the service answers while that is away. */
const awayStatuses = [502, 504];

/**
 * Calls the one address.
 * @returns its answer; a 502 that says by a header that nothing has run, where it took no call or refused the token
 */
export async function callTheOne(
  { origins, token, send }: Pick<SpreadTerms, 'origins' | 'token' | 'send'>,
  request: Request,
): Promise<Response> {
  const [origin] = origins.all;
  const { base } = origin;
  const { method, body, signal } = request;
  try {
    const answer = await send(urlAt(base, request), { method, headers: headersFor(request, token), body, signal });
    if (!isTokenRefused(answer)) {
      const { status } = answer;
      origins.answered(origin, { status, isBusy: false, wasOut: true, request: null, picture: null });
      return awayStatuses.includes(status) ? asUnavailable(answer) : answer;
    }
    answer.body?.cancel().catch(() => {});
    origins.putOut(origin, 'token', tokenCause, requestIdOf(request));
    return unreachable(base, request, tokenCause);
  } catch (cause) {
    if (!signal.aborted) origins.putOut(origin, 'unreachable', String(cause), requestIdOf(request));
    return unreachable(base, request, cause);
  }
}
