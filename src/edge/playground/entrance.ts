/** Who calls from the page at `/`, and how such a call gets in. A page of ours must have sent it. */
import { checkSameOrigin, csrfToken, visitorSubject } from '../../accounts/csrf.ts';
import type { Entrance } from '../entrance.ts';
import type { Exchange } from '../exchange.ts';
import { byTrial, trialPixels, trialsLeft } from './trial.ts';

/**
 * How a call of the page gets in.
 * @throws Refused 403 where another page sent it
 */
export async function entranceOf(exchange: Exchange): Promise<Entrance> {
  const { request } = exchange;
  await checkSameOrigin(request, request.headers.get('X-CSRF-Token'), visitorSubject, secretOf(exchange));
  return byTrial;
}

/** What the page has to know: its token, who is signed in with which wallets, and what is left of the trial. */
export async function tellSession(exchange: Exchange): Promise<Response> {
  const { trial } = exchange.settings;
  const [token, left] = await Promise.all([csrfToken(visitorSubject, secretOf(exchange)), trialsLeft(exchange)]);
  return Response.json({
    csrf_token: token,
    account: null,
    trial: { left, per_day: trial.perDay, max_pixels: trialPixels },
  });
}

/** Visitors need no accounts: where the deployment has none, the secret of its keys signs their token. */
function secretOf({ env, settings }: Exchange): string {
  return env.SESSION_SECRET || settings.keyHashSecret;
}
