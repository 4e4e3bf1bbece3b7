/** One picture through the service: admit, receive, probe, plan, work, respond; the credit moves once, at the end. */
import { checkModel } from '../contract/model.ts';
import { backgroundRefused } from '../contract/output/background.ts';
import { checkPoints } from '../contract/points.ts';
import { Refused, refusal } from '../contract/refusals.ts';
import { free } from '../pixels/bounds/free.ts';
import { inTime } from '../pixels/bounds/in-time.ts';
import { RequestMemory } from '../pixels/bounds/memory.ts';
import { BackgroundFault } from '../pixels/pipeline/picture/fault.ts';
import { prepare } from '../pixels/pipeline/plan/prep.ts';
import { probeBackground } from '../pixels/pipeline/probe/background.ts';
import { inSpan } from '../wire/tracing/span.ts';
import { checkPayment } from './admit/admission.ts';
import type { AdmissionPolicy } from './admit/admission-policy.ts';
import { checkIdempotencyKey, namedCall } from './admit/idempotency.ts';
import { begin, send } from './answer/send.ts';
import type { Exchange } from './exchange.ts';
import { bytesOf } from './lanes/room.ts';
import { runLane } from './lanes/run.ts';
import type { BodyReader } from './receive/body.ts';
import { backgroundFileOf, fileOf } from './receive/call-files.ts';
import { identify } from './receive/identify.ts';
import type { Received, SentBackground } from './receive/received.ts';
import { receiveUpload } from './receive/upload.ts';
import { RequestResources } from './request-resources.ts';
import type { Service } from './service.ts';

/**
 * Works on the picture of a call.
 * @throws Refused, ImageFault, NetworkFault, after all that the request held has been given back
 */
export async function processPicture<Call extends Received>(
  exchange: Exchange,
  service: Service<Call>,
  body: BodyReader,
  policy: AdmissionPolicy,
): Promise<Response> {
  const { request, requestId, settings } = exchange;
  const resources = new RequestResources(request.signal, requestId);
  let sent: SentBackground | null = null;
  try {
    const hold = resources.keep(await policy.admit(exchange, service.name), (it) => it.release());
    checkIdempotencyKey(request);
    const ownMemory = new RequestMemory(settings.limits, resources.signal, exchange.caller ?? '');
    const memory = resources.keep(ownMemory, (it) => it.giveBack());
    const received = await receiveUpload(exchange, service, body, memory);
    checkPayment(exchange, hold, received.isPreview);
    const { task } = received;
    sent = received.background;
    checkModel(task, settings.offeredModels);
    checkPoints(task, settings.matte);
    const terms = { limits: service.limitsOf(settings.limits), allowed: policy.fetches };
    const fetching = { exchange, terms, memory, resources };
    const file = await fileOf(received.source, fetching);
    const background = sent && (await backgroundFileOf(sent, file, fetching));
    memory.reduceTo(bytesOf(file, background));
    resources.keep(file, (it) => free(it));
    const deadlineMs = Date.now() + settings.limits.workMs;
    memory.workUntil(deadlineMs);
    const call = await namedCall(request, hold, { operation: service.name, task, file, background });
    const header = await identify(file, task, exchange);
    service.checkPart(task, header);
    await policy.checkPicture(header, file, task);
    if (background) await probeBackground(background, settings.limits, settings.heic);
    const matte = { ...settings.matte, model: task.model ?? settings.matte.model };
    const work = { file, background, task, matte, header, deadlineMs };
    const begun = runLane(exchange, work, memory, resources).then((result) => {
      const prepared = prepare(result.widthPx, result.heightPx, settings.limits);
      const answer = service.respond(exchange, received, { ...result, ...prepared });
      return inSpan(exchange.span, 'encode', () => begin(answer, resources));
    });
    const answer = await inTime(begun, { ms: deadlineMs - Date.now() }, () => {
      throw new Refused(refusal('SERVICE_UNAVAILABLE', { retryAfterSeconds: 5 }), 'The work took too long');
    });
    if (resources.clientHasLeft) throw new Error('The client has left');
    return send(exchange, answer, { hold, call, resources, transfer: memory.beginAnswer() });
  } catch (failure) {
    await resources.end();
    if (resources.clientHasLeft) throw new Refused(refusal('REQUEST_TIMEOUT'), failure);
    throw sent && failure instanceof BackgroundFault ? ofBackground(failure, sent, settings.heic) : failure;
  }
}

/** The refusal of a background, by the name under which it was sent. */
function ofBackground(fault: BackgroundFault, { source, name }: SentBackground, heic: boolean): Refused {
  return new Refused(backgroundRefused(fault, name, typeof source === 'string', heic), fault);
}
