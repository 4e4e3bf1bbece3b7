/** One picture through the service: admit, receive, probe, plan, work, respond; the credit moves once, at the end. */
import type { BodyEncoding, ProcessingOperation } from '../contract/operations.ts';
import { Refused, refusal } from '../contract/refusals.ts';
import { ImageFault } from '../pipeline/fault.ts';
import type { Header } from '../pipeline/header.ts';
import { checkSize, largeNetworkBytes, plan, refinerBytes } from '../pipeline/plan.ts';
import { probe } from '../pipeline/probe/probe.ts';
import { isCarTask, type Task } from '../pipeline/task.ts';
import { createNetworksClient } from '../protocol/client.ts';
import { admit } from './admission.ts';
import type { Exchange } from './exchange.ts';
import { inferenceLink } from './inference-link.ts';
import { runInIsolate } from './lanes/edge-lane.ts';
import { runInContainer } from './lanes/image-lane.ts';
import type { LaneResult, LaneWork } from './lanes/lane.ts';
import { RequestMemory } from './memory.ts';
import { respondCar } from './operations/car.ts';
import { respondSubject } from './operations/subject.ts';
import type { BodyReader } from './receive/body.ts';
import { announcedLength, receive } from './receive/receive.ts';
import { settleWith } from './respond.ts';

/** @throws Refused, ImageFault, NetworkFault; whatever is thrown, the credit has been given back */
export async function processPicture(
  exchange: Exchange,
  operation: ProcessingOperation,
  body: BodyReader,
): Promise<Response> {
  const { limits } = exchange.settings;
  const hold = await admit(exchange, operation.name);
  const memory = new RequestMemory(limits);
  try {
    const fileBytes = Math.min(announcedLength(exchange.request) ?? limits.maxImageBytes, limits.maxImageBytes);
    if (!(await memory.take(fileBytes))) {
      throw new Refused(refusal('SERVICE_UNAVAILABLE', { retryAfterSeconds: 2 }), 'No room for an upload');
    }
    const received = await exchange.timings.during('receive', () => receive(exchange, operation, body));
    memory.reduceTo(received.file.buffer.byteLength);
    const deadlineMs = Date.now() + limits.workMs;
    const header = identify(received.file, exchange);
    const work = { file: received.file, header, task: received.task, deadlineMs };
    const result = await inTime(runLane(exchange, work, memory), deadlineMs);
    if (exchange.request.signal.aborted) throw new Refused(refusal('REQUEST_TIMEOUT'), 'The client has left');
    const response = respond(exchange, operation.encoding, received.task, result);
    return settleWith(exchange, hold, response, () => memory.giveBack());
  } catch (failure) {
    memory.giveBack();
    await hold.release();
    throw failure;
  }
}

/** What the file is, within the limits that its header alone decides. @throws ImageFault */
function identify(file: Uint8Array, { settings }: Exchange): Header {
  const header = probe(file);
  if (header.format === 'heic' && !settings.heic) throw new ImageFault('unsupported', 'HEIC is switched off');
  checkSize(header, settings.limits);
  return header;
}

/** The isolate where the picture fits, once there is room; the container where it does not, or room comes too late. */
async function runLane(exchange: Exchange, work: LaneWork, memory: RequestMemory): Promise<LaneResult> {
  const { model, refiner } = exchange.settings.matte;
  const tiles = refiner ? refinerBytes : 0;
  // The network is asked about only for pictures that its tensors could keep out.
  if (plan(work.header, tiles).lane === 'image') return runInContainer(exchange, work);
  const networks = createNetworksClient(inferenceLink(exchange, work.deadlineMs));
  const planned = plan(work.header, tiles + largeNetworkBytes(await networks.describe(model)));
  const inIsolate = planned.lane === 'edge' && (await memory.take(planned.bytes));
  return inIsolate ? runInIsolate(exchange, work) : runInContainer(exchange, work);
}

function respond(exchange: Exchange, encoding: BodyEncoding, task: Task, result: LaneResult): Response {
  return isCarTask(task)
    ? respondCar(exchange, encoding, task, result)
    : respondSubject(exchange, encoding, task, result);
}

async function inTime<Result>(work: Promise<Result>, deadlineMs: number): Promise<Result> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    const unavailable = refusal('SERVICE_UNAVAILABLE', { retryAfterSeconds: 5 });
    timer = setTimeout(() => reject(new Refused(unavailable, 'The work took too long')), deadlineMs - Date.now());
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
