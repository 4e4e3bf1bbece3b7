/** One picture through the service: admit, receive, probe, plan, work, respond; the credit moves once, at the end. */
import { inTime } from '../bounds/in-time.ts';
import { RequestMemory } from '../bounds/memory.ts';
import type { Limits } from '../contract/limits.ts';
import { checkModel } from '../contract/model.ts';
import type { ScopeName, Task } from '../contract/operations.ts';
import { wrongValue } from '../contract/options.ts';
import { backgroundRefused } from '../contract/output/background.ts';
import { Refused, refusal } from '../contract/refusals.ts';
import { probeBackground } from '../pipeline/background.ts';
import { NetworkFault } from '../pipeline/networks.ts';
import { checkOutput, outputOf } from '../pipeline/output/framing.ts';
import { boxOf, refusalOf } from '../pipeline/part/asked.ts';
import { BackgroundFault, ImageFault } from '../pipeline/picture/fault.ts';
import { type Header, uprightSize } from '../pipeline/picture/header.ts';
import { checkSize } from '../pipeline/picture/size.ts';
import { largeNetworkBytes, plan } from '../pipeline/plan.ts';
import { prepare } from '../pipeline/prep.ts';
import { probe } from '../pipeline/probe/probe.ts';
import { createNetworksClient } from '../protocol/client.ts';
import { checkPayment } from './admit/admission.ts';
import type { Entrance } from './admit/entrance.ts';
import { checkIdempotencyKey, checkRepeat, fingerprintOf, idempotencyKeyOf } from './admit/idempotency.ts';
import { TurnedAway } from './admit/refused-callers.ts';
import { begin, send } from './answer/send.ts';
import type { Exchange } from './exchange.ts';
import { runInIsolate } from './lanes/edge-lane.ts';
import { runInContainer } from './lanes/image-lane.ts';
import { inferenceLink, knownLines } from './lanes/inference-link.ts';
import type { LaneResult, LaneWork } from './lanes/lane.ts';
import { NoRoom, Stages } from './lanes/stages.ts';
import type { BodyReader } from './receive/body.ts';
import { backgroundFileOf, bytesOf, fileOf, noRoom, paceOf, takeFileRoom } from './receive/call-files.ts';
import { announcedLength } from './receive/receive.ts';
import type { Received, SentBackground } from './receive/received.ts';
import { RequestResources } from './request-resources.ts';
import type { Service } from './service.ts';

/** Shared by all requests of the isolate. */
const turnedAway = new TurnedAway();

/** @throws Refused, ImageFault, NetworkFault; whatever is thrown, all that the request had has been given back */
export async function processPicture<Call extends Received>(
  exchange: Exchange,
  service: Service<Call>,
  body: BodyReader,
  entrance: Entrance,
): Promise<Response> {
  const { request, requestId, settings } = exchange;
  const resources = new RequestResources(request.signal, requestId);
  let under: SentBackground | null = null;
  try {
    const hold = resources.keep(await entrance.admit(exchange, service.name), (it) => it.release());
    checkIdempotencyKey(request);
    const memory = resources.keep(new RequestMemory(settings.limits, resources.signal), (it) => it.giveBack());
    const received = await take(exchange, service, body, memory);
    checkPayment(exchange, hold, received.isPreview);
    const { task } = received;
    under = received.background;
    checkModel(task, settings.offeredModels);
    const fetching = { limits: service.limitsOf(settings.limits), allowed: entrance.fetches };
    const file = await fileOf(received.source, exchange, fetching, memory, resources);
    const background = under && (await backgroundFileOf(under, file, exchange, fetching, memory, resources));
    memory.reduceTo(bytesOf(file, background));
    const deadlineMs = Date.now() + settings.limits.workMs;
    const fingerprint = fingerprintFor(exchange, service.name, task, file, background);
    checkRepeat(hold.remembered, fingerprint);
    const header = identify(file, task, exchange);
    entrance.checkPicture(header);
    if (background) probeBackground(background, settings.limits, settings.heic);
    const matte = { ...settings.matte, model: task.model ?? settings.matte.model };
    const work = { file, background, task, matte, header, deadlineMs };
    const begun = runLane(exchange, work, memory, resources).then((result) => {
      const prepared = prepare(result.widthPx, result.heightPx, settings.limits);
      return begin(service.respond(exchange, received, { ...result, ...prepared }), resources);
    });
    const answer = await inTime(begun, { ms: deadlineMs - Date.now() }, () => {
      throw new Refused(refusal('SERVICE_UNAVAILABLE', { retryAfterSeconds: 5 }), 'The work took too long');
    });
    if (resources.clientHasLeft) throw new Error('There is nobody to answer');
    return send(exchange, answer, hold, fingerprint, resources);
  } catch (failure) {
    await resources.end();
    if (resources.clientHasLeft) throw new Refused(refusal('REQUEST_TIMEOUT'), failure);
    throw under && failure instanceof BackgroundFault ? ofBackground(failure, under, settings.heic) : failure;
  }
}

/** What reads a body, within its limits. */
interface BodyTaker<Call> {
  limitsOf(limits: Limits): Limits;
  receive(exchange: Exchange, body: BodyReader): Promise<Call>;
}

/** The upload, once there is room for it, unless it would be in vain. @throws Refused */
export async function take<Call>(
  exchange: Exchange,
  service: BodyTaker<Call>,
  body: BodyReader,
  memory: RequestMemory,
): Promise<Call> {
  const { request, settings, caller } = exchange;
  const secondsLeft = turnedAway.secondsLeft(caller ?? '');
  if (secondsLeft > 0 && memory.isCrowded(paceOf(exchange))) throw noRoom(secondsLeft, 'The caller was to come later');
  const { maxImageBytes } = service.limitsOf(settings.limits);
  await takeFileRoom(exchange, memory, Math.min(announcedLength(request) ?? maxImageBytes, maxImageBytes));
  return exchange.timings.during('receive', () => service.receive(exchange, body));
}

/** What is wrong with a background, told of the name under which it was sent. */
function ofBackground(fault: BackgroundFault, { source, name }: SentBackground, heic: boolean): Refused {
  return new Refused(backgroundRefused(fault, name, typeof source === 'string', heic), fault);
}

/** Only calls with a name are remembered. */
function fingerprintFor(
  { request }: Exchange,
  ...asked: readonly [name: ScopeName, task: Task, file: Uint8Array, background: Uint8Array | null]
) {
  return idempotencyKeyOf(request) === null ? null : fingerprintOf(...asked);
}

/** What the file is, within the limits that its header alone decides. @throws ImageFault */
export function identifyFile(file: Uint8Array, { settings }: Exchange): Header {
  const header = probe(file);
  if (header.format === 'heic' && !settings.heic) throw new ImageFault('unsupported', 'HEIC is switched off');
  checkSize(header, file.length, settings.limits);
  return header;
}

/** The same, for the answer as well. @throws ImageFault, Refused */
function identify(file: Uint8Array, task: Task, exchange: Exchange): Header {
  const header = identifyFile(file, exchange);
  checkOutput(outputOf(task), header, exchange.settings.limits);
  checkRoi(task, header);
  return header;
}

/** A box that covers too little is known from the header. @throws Refused 422 */
function checkRoi({ roi }: Task, header: Header): void {
  const picture = uprightSize(header);
  if (roi && !boxOf(roi, picture)) throw wrongValue('roi', refusalOf(roi, picture), 'value_error');
}

/** The isolate where the picture fits and has room in time; the container where not. */
async function runLane(
  exchange: Exchange,
  work: LaneWork,
  memory: RequestMemory,
  resources: RequestResources,
): Promise<LaneResult> {
  const { model } = work.matte;
  // The isolate lays no pictures under others.
  if (exchange.settings.lane === 'image' || work.background) return runInContainer(exchange, work, resources);
  const stages = new Stages(work, memory);
  // The network is asked about only for pictures that its tensors could keep out.
  if (plan(work.header, 0, stages.laterBytes).lane === 'image') return runInContainer(exchange, work, resources);
  const networks = createNetworksClient(inferenceLink(exchange, work.deadlineMs, resources.signal));
  const planned = plan(work.header, largeNetworkBytes(await networks.describe(model)), stages.laterBytes);
  if (planned.lane === 'image') return runInContainer(exchange, work, resources);
  checkLine(work);
  const overdueMs = await memory.takeTurn(planned.bytes, stages.laterBytes, knownLines.of(model).runMs);
  resources.signal.throwIfAborted();
  if (overdueMs > 0) return overflow(exchange, work, overdueMs, resources);
  try {
    return await runInIsolate(exchange, work, stages, resources);
  } catch (fault) {
    if (!(fault instanceof NoRoom)) throw fault;
    resources.signal.throwIfAborted();
    memory.endTurn(bytesOf(work.file, work.background));
    return overflow(exchange, work, fault.overdueMs, resources);
  }
}

/** A line of the network that leaves no time for one more run is found out before anything is decoded. @throws Refused */
function checkLine({ matte, deadlineMs }: LaneWork): void {
  const { waitMs, runMs } = knownLines.of(matte.model);
  const overdueMs = waitMs + (runMs ?? 0) - (deadlineMs - Date.now());
  if (waitMs > 0 && overdueMs > 0) throw noRoom(Math.ceil(overdueMs / 1000), 'The line of the network is too long');
}

/** The container takes a picture that the isolate has no room for. Where it has none either, the sooner of both is told. */
async function overflow(
  exchange: Exchange,
  work: LaneWork,
  overdueMs: number,
  resources: RequestResources,
): Promise<LaneResult> {
  try {
    return await runInContainer(exchange, work, resources);
  } catch (fault) {
    if (!(fault instanceof NetworkFault) || fault.kind !== 'unavailable') throw fault;
    const seconds = Math.min(Math.ceil(overdueMs / 1000), fault.retryAfterSeconds);
    turnedAway.note(exchange.caller ?? '', seconds);
    throw noRoom(seconds, fault);
  }
}
