/** The public API. Reads top to bottom like a request: start, route, operation, answer or refusal, headers. */

import { type Context, Hono, type Next } from 'hono';
import type { BodyEncoding, ImageSource } from '../contract/encoding.ts';
import { type Operation, operations, type ProcessingOperation, processingOperations } from '../contract/operations.ts';
import { noPageHeader, readsPages } from '../contract/pages.ts';
import { type Refusal, Refused, refusal } from '../contract/refusals.ts';
import { accountAnswer } from '../contract/removebg/answers.ts';
import { admin } from '../money/keys/admin.ts';
import { recoveryAdmin } from '../money/recovery/admin.ts';
import { standstill } from '../money/recovery/standstill.ts';
import { traceIdOf } from '../wire/protocol/call-headers.ts';
import { admitBalanceRequest } from './admit/admission.ts';
import { byApiKey } from './admit/admission-policy.ts';
import { admissionPolicyOf } from './admit/playground.ts';
import { noteCall } from './answer/call-line.ts';
import { type RequestNames, refusalOf, refuse } from './answer/refuse.ts';
import { membersOf } from './answer/respond.ts';
import { countAnswer } from './answer/usage.ts';
import { settingsOf, unconfigured } from './environment.ts';
import { type App, type Exchange, startExchange } from './exchange.ts';
import { health } from './health/health.ts';
import { metrics } from './health/metrics.ts';
import { log } from './log.ts';
import { fromPages, isOfApi, notFoundPage, withoutMark } from './pages.ts';
import { processPicture } from './process.ts';
import { BodyReader } from './receive/body.ts';
import { improve } from './removebg/improve.ts';
import { removebgRefusalOf } from './removebg/refuse.ts';
import { removebg } from './removebg/service.ts';
import { serviceOf } from './service.ts';
import { noteFailure, storesState } from './stores.ts';

/** Values of `Allow`. */
const allowed = { GET: 'GET, HEAD', POST: 'POST' };

export const app = new Hono<App>();

app.use(standstill);
app.use((context, next) => (isOfApi(context.req.path) ? next() : handOn(context, next)));
app.get('/healthz', health);
app.get('/metrics', metrics);
app.route('/admin/recovery', recoveryAdmin);
app.route('/admin', admin);
// The parts of it that are about people and purchases. The token is checked.
app.use('/admin/*', handOn);

app.use(async (context, next) => {
  try {
    context.set('exchange', startExchange(context, settingsOf(context.env)));
  } catch (cause) {
    log('error', 'not-configured', { cause });
    const exchange = startExchange(context, unconfigured);
    return finish(exchange, await refuseUpload(exchange, refusal('SERVICE_UNAVAILABLE', { retryAfterSeconds: 60 })));
  }
  await next();
  context.res = await finish(context.get('exchange'), context.res);
});

for (const operation of operations) {
  app.on(operation.method, operation.path, (context) => run(operation, context.get('exchange')));
}
for (const operation of processingOperations) {
  const path = `/playground/${operation.name}`;
  app.post(path, (context) => runForPage(operation, context.get('exchange')));
  app.all(path, methodNotAllowed(allowed.POST));
}
app.post('/v1.0/removebg', (context) => {
  const exchange = context.get('exchange');
  return asRemovebg(exchange, (body) => processPicture(exchange, removebg, body, byApiKey));
});
app.post('/v1.0/improve', (context) => {
  const exchange = context.get('exchange');
  return asRemovebg(exchange, (body) => improve(exchange, body));
});
app.get('/v1.0/account', (context) => {
  const exchange = context.get('exchange');
  return asRemovebg(exchange, async () => Response.json(accountAnswer(await admitBalanceRequest(exchange))));
});
for (const path of ['/v1.0/removebg', '/v1.0/improve']) app.all(path, removebgMethodNotAllowed(allowed.POST));
app.all('/v1.0/account', removebgMethodNotAllowed(allowed.GET));
for (const { path, method } of operations) app.all(path, methodNotAllowed(allowed[method]));
for (const path of ['/healthz', '/status', '/status.json']) app.all(path, methodNotAllowed(allowed.GET));

app.notFound(async (context) => {
  // The metrics come before the exchange is started, and a deployment may have none.
  const exchange = context.get('exchange') as Exchange | undefined;
  const refused = refusal('NOT_FOUND');
  const answered = exchange ? await refuseUpload(exchange, refused) : refuse(refused, context.env);
  if (!readsPages(context)) return answered;
  return context.get('noPage') ?? (await notFoundPage(context)) ?? answered;
});
app.onError(async (failure, context) => {
  log('error', 'unexpected', { failure });
  noteFailure(context.env, failure);
  const { ledger, directory } = await storesState(context.env, 1000);
  if (ledger && directory) return refuse(refusal('INTERNAL_ERROR'), context.env);
  return refuse(refusal('SERVICE_UNAVAILABLE', { retryAfterSeconds: 60 }), context.env);
});

/** Asks the pages. What they do not know either is a call to an unknown path. */
async function handOn(context: Context<App>, next: Next): Promise<Response | undefined> {
  const answer = await fromPages(context);
  if (!answer.headers.has(noPageHeader)) return answer;
  context.set('noPage', withoutMark(answer));
  await next();
}

/** Runs an operation: the credit balance by GET, a picture by POST. */
function run(operation: Operation, exchange: Exchange): Promise<Response> {
  switch (operation.method) {
    case 'GET':
      return answer(exchange, ownErrors('json'), async () => {
        const balance = await admitBalanceRequest(exchange);
        return Response.json(membersOf(operation.answer.members, balance, null));
      });
    case 'POST':
      return answer(exchange, ownErrors(operation.encoding), (body) =>
        processPicture(exchange, serviceOf(operation), body, byApiKey),
      );
  }
}

/** The same for the page at `/`, whose calls are admitted differently. */
function runForPage(operation: ProcessingOperation, exchange: Exchange): Promise<Response> {
  return answer(exchange, ownErrors(operation.encoding), async (body) =>
    processPicture(exchange, serviceOf(operation), body, await admissionPolicyOf(exchange, operation.name)),
  );
}

/** Runs a call of the remove.bg compatibility API, where the deployment has it. */
function asRemovebg(exchange: Exchange, step: Step): Promise<Response> {
  if (exchange.settings.removebgCompat) return answer(exchange, removebgErrors, step);
  return answer(exchange, ownErrors('multipart'), () => Promise.reject(new Refused(refusal('NOT_FOUND'))));
}

type Step = (body: BodyReader) => Promise<Response>;
/** How failures are answered. */
interface ErrorFormat {
  readonly encoding: BodyEncoding;
  refusalOf(failure: unknown, source: ImageSource, heic: boolean, names: RequestNames): Refusal;
}

const removebgErrors: ErrorFormat = { encoding: 'multipart', refusalOf: removebgRefusalOf };

function ownErrors(encoding: BodyEncoding): ErrorFormat {
  return { encoding, refusalOf };
}

/** Runs an operation to its end even if its client leaves: the runtime would drop it with all that it holds. */
function answer(exchange: Exchange, errors: ErrorFormat, step: Step): Promise<Response> {
  const answered = operate(exchange, errors, step);
  exchange.waitUntil(answered);
  return answered;
}

async function operate(exchange: Exchange, errors: ErrorFormat, step: Step): Promise<Response> {
  const { request, settings, requestId, traceparent } = exchange;
  const body = new BodyReader(request, settings.limits);
  try {
    return await step(body);
  } catch (failure) {
    const names = { requestId, traceId: traceIdOf(traceparent) };
    const source = exchange.isFetched ? 'url' : errors.encoding;
    return await refuseUpload(exchange, errors.refusalOf(failure, source, settings.heic, names), body);
  } finally {
    exchange.bytesIn = body.received;
  }
}

/** Answers a refusal after the rest of the upload has been read: otherwise clients would lose it. */
async function refuseUpload({ request, settings, env }: Exchange, refused: Refusal, started?: BodyReader) {
  // Pages that did not know the path have read it.
  if (!started && request.bodyUsed) return refuse(refused, env);
  const body = started ?? new BodyReader(request, settings.limits);
  await body.drain();
  return refuse(refused, env);
}

function methodNotAllowed(allow: string) {
  return (context: { get(name: 'exchange'): Exchange }) =>
    refuseUpload(context.get('exchange'), refusal('METHOD_NOT_ALLOWED', { allow }));
}

function removebgMethodNotAllowed(allow: string) {
  const refused = () => Promise.reject(new Refused(refusal('METHOD_NOT_ALLOWED', { allow })));
  return (context: { get(name: 'exchange'): Exchange }) => asRemovebg(context.get('exchange'), refused);
}

/** Adds the headers of every answer, counts it and leaves a line of it. */
async function finish(exchange: Exchange, response: Response): Promise<Response> {
  const { requestId, rate, timings, sending } = exchange;
  countAnswer(exchange, response);
  const { status } = response;
  // What is not sent while it is read is small and in memory.
  const body = sending ? response.body : new Uint8Array(await response.arrayBuffer());
  const bytes = body instanceof Uint8Array ? body.length : 0;
  noteCall(exchange, { status, errorCode: response.headers.get('X-Error-Code'), bytes });
  const headers = new Headers(response.headers);
  headers.set('X-Request-Id', requestId);
  headers.set('Cache-Control', 'no-store');
  if (rate) {
    headers.set('X-RateLimit-Limit', String(rate.limit));
    headers.set('X-RateLimit-Remaining', String(rate.remaining));
    headers.set('X-RateLimit-Reset', String(rate.resetUnixSeconds));
  }
  const timing = timings.header();
  if (status === 200 && timing) headers.set('Server-Timing', timing);
  return new Response(body, { status, headers });
}
