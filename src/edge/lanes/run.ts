/** Chooses the lane of a picture, and runs it. */
import type { RequestMemory } from '../../pixels/bounds/memory.ts';
import { BeyondRowDecoder } from '../../pixels/codecs/row-decoder.ts';
import { NetworkFault } from '../../pixels/pipeline/networks/networks.ts';
import { largeNetworkBytes, plan } from '../../pixels/pipeline/plan/plan.ts';
import { createNetworksClient } from '../../wire/protocol/client.ts';
import { refusedCallers } from '../admit/refused-callers.ts';
import type { Exchange } from '../exchange.ts';
import type { RequestResources } from '../request-resources.ts';
import { runOnEdgeLane } from './edge-lane.ts';
import { runOnImageLane } from './image-lane.ts';
import { inferenceLink, knownLines } from './inference-link.ts';
import type { LaneResult, LaneWork } from './lane.ts';
import { bytesOf, noRoom } from './room.ts';
import { NoRoom, Stages } from './stages.ts';

/**
 * Works on a picture: on the edge lane if it fits into the isolate and has room in time, otherwise on the image lane. One that
 * takes most of the isolate waits there only where the image lane has no place.
 * @throws Refused 503, ImageFault, NetworkFault
 */
export async function runLane(
  exchange: Exchange,
  work: LaneWork,
  memory: RequestMemory,
  resources: RequestResources,
): Promise<LaneResult> {
  const { model } = work.matte;
  // Only the image lane puts a picture behind the subject.
  if (exchange.settings.lane === 'image' || work.background) return runOnImageLane(exchange, work, resources);
  const stages = new Stages(work, memory);
  // The network's description is needed only where the size of its tensors decides.
  if (plan(work.header, 0, stages.laterBytes).lane === 'image') return runOnImageLane(exchange, work, resources);
  const networks = createNetworksClient(await inferenceLink(exchange, work, resources.signal));
  const planned = plan(work.header, largeNetworkBytes(await networks.describe(model)), stages.laterBytes);
  if (planned.lane === 'image') return runOnImageLane(exchange, work, resources);
  checkQueue(work);
  const elsewhere = memory.wouldHoldUp(planned.bytes)
    ? await unlessFull(runOnImageLane(exchange, work, resources))
    : null;
  if (elsewhere) return elsewhere;
  resources.signal.throwIfAborted();
  const overdueMs = await stages.begin(planned, knownLines.of(model).runMs);
  resources.signal.throwIfAborted();
  if (overdueMs > 0) return overflow(exchange, work, overdueMs, resources);
  try {
    return await runOnEdgeLane(exchange, work, stages, resources);
  } catch (fault) {
    const isBeyond = fault instanceof BeyondRowDecoder;
    if (!isBeyond && !(fault instanceof NoRoom)) throw fault;
    resources.signal.throwIfAborted();
    memory.endTurn(bytesOf(work.file, work.background));
    return isBeyond ? runOnImageLane(exchange, work, resources) : overflow(exchange, work, fault.overdueMs, resources);
  }
}

/** Null where the image lane has no place, or there is none. */
async function unlessFull(result: Promise<LaneResult>): Promise<LaneResult | null> {
  try {
    return await result;
  } catch (fault) {
    if (fault instanceof NetworkFault && fault.kind === 'unavailable') return null;
    throw fault;
  }
}

/** Refuses a picture before decoding if the queue of the network leaves no time for it. @throws Refused 503 */
function checkQueue({ matte, deadlineMs }: LaneWork): void {
  const { waitMs, runMs } = knownLines.of(matte.model);
  const overdueMs = waitMs + (runMs ?? 0) - (deadlineMs - Date.now());
  if (waitMs > 0 && overdueMs > 0) throw noRoom(Math.ceil(overdueMs / 1000), 'The queue of the network is too long');
}

/** Uses the image lane where the isolate has no room. If neither has, the shorter `Retry-After` is answered. */
async function overflow(
  exchange: Exchange,
  work: LaneWork,
  overdueMs: number,
  resources: RequestResources,
): Promise<LaneResult> {
  try {
    return await runOnImageLane(exchange, work, resources);
  } catch (fault) {
    if (!(fault instanceof NetworkFault) || fault.kind !== 'unavailable') throw fault;
    const seconds = Math.min(Math.ceil(overdueMs / 1000), fault.retryAfterSeconds);
    refusedCallers.note(exchange.caller ?? '', seconds);
    throw noRoom(seconds, fault);
  }
}
