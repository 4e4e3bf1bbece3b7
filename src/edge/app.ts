/** The public API. Reads top to bottom like a request: start, route, operation, answer or refusal, headers. */

import { Hono } from 'hono';
import { accountsAdmin } from '../accounts/admin.ts';
import { webhook } from '../billing/webhook.ts';
import type { BodyEncoding } from '../contract/encoding.ts';
import { type Operation, operations, type ProcessingOperation, processingOperations } from '../contract/operations.ts';
import { type Refusal, refusal } from '../contract/refusals.ts';
import { admin } from '../keys/admin.ts';
import { operatorAdmin } from '../operator/admin.ts';
import { traceIdOf } from '../protocol/call-headers.ts';
import { pages } from '../site/pages.ts';
import { admitCreditQuestion } from './admission.ts';
import { byApiKey } from './entrance.ts';
import { settingsOf, unconfigured } from './environment.ts';
import { type App, type Exchange, startExchange } from './exchange.ts';
import { health } from './health.ts';
import { log } from './log.ts';
import { operator } from './operator.ts';
import { entranceOf, tellSession } from './playground/entrance.ts';
import { processPicture } from './process.ts';
import { BodyReader } from './receive/body.ts';
import { refusalOf, refuse } from './refuse.ts';
import { membersOf } from './respond.ts';
import { status } from './status.ts';
import { countAnswer } from './usage.ts';

/** Values of `Allow`. */
const allowed = { GET: 'GET, HEAD', POST: 'POST' };

export const app = new Hono<App>();

app.route('/', pages);
app.route('/', webhook);
app.get('/healthz', health);
app.get('/status', status);
app.route('/', operator);
app.route('/admin/operators', operatorAdmin);
app.route('/admin/accounts', accountsAdmin);
app.route('/admin', admin);

app.use(async (context, next) => {
  try {
    context.set('exchange', startExchange(context, settingsOf(context.env)));
  } catch (cause) {
    log('error', 'not-configured', { cause });
    const exchange = startExchange(context, unconfigured);
    return finish(exchange, await refuseUpload(exchange, refusal('SERVICE_UNAVAILABLE', { retryAfterSeconds: 60 })));
  }
  await next();
  context.res = finish(context.get('exchange'), context.res);
});

for (const operation of operations) {
  app.on(operation.method, operation.path, (context) => run(operation, context.get('exchange')));
}
for (const operation of processingOperations) {
  const path = `/playground/${operation.name}`;
  app.post(path, (context) => runForPage(operation, context.get('exchange')));
  app.all(path, methodNotAllowed(allowed.POST));
}
app.get('/playground/session', (context) => {
  const exchange = context.get('exchange');
  return answer(exchange, 'json', () => tellSession(exchange));
});
for (const { path, method } of operations) app.all(path, methodNotAllowed(allowed[method]));
for (const path of ['/healthz', '/status']) app.all(path, methodNotAllowed(allowed.GET));

app.notFound((context) => {
  // Pages come before the exchange is started, and a page may be missing too.
  const exchange = context.get('exchange') as Exchange | undefined;
  return exchange ? refuseUpload(exchange, refusal('NOT_FOUND')) : refuse(refusal('NOT_FOUND'), context.env);
});
app.onError((failure, context) => {
  log('error', 'unexpected', { failure });
  return refuse(refusal('INTERNAL_ERROR'), context.env);
});

/** What each method does: the one free operation, and those that work on a picture. */
function run(operation: Operation, exchange: Exchange): Promise<Response> {
  switch (operation.method) {
    case 'GET':
      return answer(exchange, 'json', async () => {
        const standing = await admitCreditQuestion(exchange);
        return Response.json(membersOf(operation.answer.members, standing, null));
      });
    case 'POST':
      return answer(exchange, operation.encoding, (body) => processPicture(exchange, operation, body, byApiKey));
  }
}

/** The same for the page at `/`, whose calls are let in another way. */
function runForPage(operation: ProcessingOperation, exchange: Exchange): Promise<Response> {
  return answer(exchange, operation.encoding, async (body) =>
    processPicture(exchange, operation, body, await entranceOf(exchange)),
  );
}

type Step = (body: BodyReader) => Promise<Response>;

/** Runs an operation to its end, also where its client leaves: the runtime would drop it with all that it holds. */
function answer(exchange: Exchange, encoding: BodyEncoding, step: Step): Promise<Response> {
  const answered = operate(exchange, encoding, step);
  exchange.waitUntil(answered);
  return answered;
}

async function operate(exchange: Exchange, encoding: BodyEncoding, step: Step): Promise<Response> {
  const { request, settings, requestId, traceparent } = exchange;
  const body = new BodyReader(request, settings.limits);
  try {
    return await step(body);
  } catch (failure) {
    return refuseUpload(
      exchange,
      refusalOf(failure, encoding, settings.heic, { requestId, traceId: traceIdOf(traceparent) }),
      body,
    );
  }
}

/** A refusal goes out after the rest of the upload has been read, or clients would lose it. */
async function refuseUpload({ request, settings, env }: Exchange, refused: Refusal, started?: BodyReader) {
  const body = started ?? new BodyReader(request, settings.limits);
  await body.drain();
  return refuse(refused, env);
}

function methodNotAllowed(allow: string) {
  return (context: { get(name: 'exchange'): Exchange }) =>
    refuseUpload(context.get('exchange'), refusal('METHOD_NOT_ALLOWED', { allow }));
}

/** Headers that every answer carries. */
function finish(exchange: Exchange, response: Response): Response {
  const { requestId, rate, timings } = exchange;
  countAnswer(exchange, response);
  const headers = new Headers(response.headers);
  headers.set('X-Request-Id', requestId);
  headers.set('Cache-Control', 'no-store');
  if (rate) {
    headers.set('X-RateLimit-Limit', String(rate.limit));
    headers.set('X-RateLimit-Remaining', String(rate.remaining));
    headers.set('X-RateLimit-Reset', String(rate.resetUnixSeconds));
  }
  const timing = timings.header();
  if (response.status === 200 && timing) headers.set('Server-Timing', timing);
  return new Response(response.body, { status: response.status, headers });
}
