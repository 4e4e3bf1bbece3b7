/** `POST /v2/models/{model}[/versions/{version}]/infer` (Open Inference Protocol v2, "Inference"). */
import { NetworkFault } from '../../pixels/pipeline/networks/networks.ts';
import { withinDeadline } from '../../wire/protocol/deadline.ts';
import { headerLengthName, messageHeaders } from '../../wire/protocol/frame.ts';
import { loadHeaders } from '../../wire/protocol/line-load.ts';
import { decodeInferRequest, encodeInferResponse, type InferRequest } from '../../wire/protocol/message.ts';
import type { TraceSpan } from '../../wire/tracing/span.ts';
import { type Catalogue, type ServedModel, servedVersion } from '../catalogue.ts';
import { checkInputs, chooseOutputs, largestBody } from '../check.ts';
import type { RunTimes } from '../run-request.ts';
import type { Scheduler } from '../scheduler/scheduler.ts';
import { headersOf } from './call.ts';
import { modelOf, modelPatterns } from './models.ts';
import { maxBodyBytes, receiveBody } from './receive.ts';
import { HttpRefusal, toHttpRefusal } from './refusal.ts';
import type { Route, RouteAnswer, RouteCall } from './route.ts';

/** The routes that run a network. */
export function inferRoutes(catalogue: Catalogue, scheduler: Scheduler): Route[] {
  return modelPatterns.map((pattern) => ({
    method: 'POST',
    pattern: `${pattern}/infer`,
    handle: (call) => inferTellingLoad(modelOf(catalogue, call), scheduler, call),
  }));
}

/** Adds the load of the line to an answer, or to a refusal that may be retried. */
async function inferTellingLoad(model: ServedModel, scheduler: Scheduler, call: RouteCall): Promise<RouteAnswer> {
  const load = () => loadHeaders(scheduler.loadOf(model, call.caller));
  try {
    const { status, headers, body } = await infer(model, scheduler, call);
    return { status, headers: { ...headers, ...load() }, body };
  } catch (fault) {
    if (!(fault instanceof NetworkFault)) throw fault;
    const { status, message, headers } = toHttpRefusal(fault);
    throw new HttpRefusal(status, message, { ...headers, ...load() }, fault);
  }
}

async function infer(model: ServedModel, scheduler: Scheduler, call: RouteCall): Promise<RouteAnswer> {
  const { caller, mayKeep, deadlineMs, signal, span } = call;
  // Before the body: a full line refuses at once, and bodies on their way take no more memory than those that wait.
  const place = scheduler.enter(model, deadlineMs, caller, call.call);
  try {
    const request = await withinDeadline({ deadlineMs, signal, now: Date.now }, () => receiveRequest(model, call));
    const outputs = chooseOutputs(model, request.outputs);
    const onRan = (times: RunTimes) => noteRun(span, model, times);
    const terms = { caller, mayKeep, call: call.call, deadlineMs, signal, onRan };
    const results = await place.run({ inputs: request.inputs, outputs, ...terms });
    const binary = new Map(request.outputs?.map((output) => [output.name, output.binary]));
    const message = encodeInferResponse(
      { modelName: model.name, modelVersion: servedVersion, id: request.id, outputs: results },
      (name) => binary.get(name) ?? request.binaryOutput,
    );
    return { status: 200, headers: messageHeaders(message), body: message.body };
  } finally {
    place.leave();
  }
}

function noteRun(span: TraceSpan | undefined, { name, precision }: ServedModel, times: RunTimes): void {
  const { enteredMs, startedMs, endedMs } = times;
  span?.begin('queue', { atMs: enteredMs }).end({ atMs: startedMs });
  const attributes = { 'edgematte.network': name, 'edgematte.precision': precision };
  span?.begin('run', { atMs: startedMs }).end({ atMs: endedMs, attributes });
}

async function receiveRequest(model: ServedModel, { incoming }: RouteCall): Promise<InferRequest> {
  const header = headersOf(incoming);
  const headerLength = header(headerLengthName);
  if ((header('Content-Encoding') ?? 'identity') !== 'identity') {
    throw new HttpRefusal(415, 'Expected a body that is not compressed');
  }
  const bound = largestBody(model);
  const body = await receiveBody(incoming, Math.min(maxBodyBytes, headerLength === null ? bound.json : bound.binary));
  const request = decodeInferRequest(body, headerLength);
  checkInputs(model, request.inputs);
  return request;
}
