/** What is asked about an instance, and is no call: by health, each minute's count and an operator's page. */

/** For the gateway alone. No service has paths like these. */
export const loadPath = '/gateway/v1/load';
export const wakePath = '/gateway/v1/wake';

const readiness = /^\/(v2\/health\/(live|ready)|v2\/models\/[^/]+\/ready|lane\/v1\/ready)$/;
const statisticsPath = '/v2/models/stats';

/** Whether a request is a question. Any other starts an instance that sleeps, also one for the description of a network. */
export function isQuestion({ method, url }: Request): boolean {
  const { pathname } = new URL(url);
  return method === 'GET' && (readiness.test(pathname) || pathname === '/v2' || pathname === statisticsPath);
}

/** The answer to a question in place of an instance that sleeps or starts: it is ready, and has done nothing. */
export function answerOfSleeping({ url }: Request): Response {
  const { pathname } = new URL(url);
  if (readiness.test(pathname)) return Response.json({ live: true, ready: true });
  return pathname === statisticsPath
    ? Response.json({ model_stats: [] })
    : Response.json({ error: 'The inference container sleeps' }, { status: 503 });
}
