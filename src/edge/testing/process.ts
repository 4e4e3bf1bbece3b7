/** For tests of a picture's way through the service, with made-up lanes: a file that imports it replaces both by `lanes.ts`. */
import { afterEach, beforeEach, expect, vi } from 'vitest';
import { defaultLimits } from '../../contract/limits.ts';
import { operationNamed } from '../../contract/operations.ts';
import { Refused } from '../../contract/refusals.ts';
import { memoryState, RequestMemory } from '../../pixels/bounds/memory.ts';
import { byApiKey } from '../admit/admission-policy.ts';
import { holdsInWork } from '../admit/hold.ts';
import type { LaneResult } from '../lanes/lane.ts';
import { processPicture } from '../process.ts';
import { serviceOf } from '../service.ts';
import { bmp, type Call, form, type MadeUpCall, makeCall } from './call.ts';
import { runOnEdgeLane, runOnImageLane } from './lanes.ts';

const operation = operationNamed('alpha-channel');

export const mib = 1024 * 1024;
/** What both lanes answer by default. */
export const answerBytes = Uint8Array.of(1, 2, 3);

/**
 * Has each test of the file begin with nothing in work, and checks that it ends so.
 * @returns memory of the isolate for a test to take, as other requests would
 */
export function testAlone(): () => RequestMemory {
  let others: RequestMemory;
  beforeEach(() => {
    others = new RequestMemory(defaultLimits);
    for (const lane of [runOnEdgeLane, runOnImageLane]) {
      lane.mockReset();
      lane.mockImplementation(async () => resultOf(streamOf(answerBytes)));
    }
    vi.spyOn(console, 'log').mockImplementation(() => {});
    vi.spyOn(console, 'error').mockImplementation(() => {});
  });
  afterEach(() => {
    vi.restoreAllMocks();
    others.giveBack();
    expect(holdsInWork()).toBe(0);
    expect(memoryState(defaultLimits)).toMatchObject({ free_bytes: defaultLimits.isolateBudgetBytes });
  });
  return () => others;
}

/** Pieces of an answer; an error among them breaks the stream. */
export function streamOf(...pieces: readonly (Uint8Array | Error)[]): ReadableStream<Uint8Array> {
  const left = [...pieces];
  return new ReadableStream(
    {
      pull(controller) {
        const next = left.shift();
        if (next === undefined) controller.close();
        else if (next instanceof Error) controller.error(next);
        else controller.enqueue(next);
      },
    },
    { highWaterMark: 0 },
  );
}

/** A lane's result, 6000 × 10 pixels. */
export function resultOf(encoded: ReadableStream<Uint8Array>): LaneResult {
  return {
    widthPx: 6000,
    heightPx: 10,
    subjectFound: true,
    isVehicle: false,
    isCutByColour: false,
    refined: true,
    uncertainty: 0,
    lookFirst: null,
    model: 'matte@0123456789ab',
    imageType: null,
    view: null,
    output: null,
    subject: null,
    shadowPng: null,
    encoded,
  };
}

/** A call with a picture for the image lane. */
export function callWith(terms: MadeUpCall = {}): Promise<Call> {
  return makeCall({ upload: form(bmp(2, 2)), ...terms });
}

/** Has the service work on a call for an alpha channel. */
export function run({ exchange, body }: Call): Promise<Response> {
  return processPicture(exchange, serviceOf(operation), body, byApiKey);
}

/** What a call is refused with, or fails with; null where it succeeds. */
export async function failureOf(call: Call): Promise<unknown> {
  const failure = await run(call).then(
    () => null,
    (cause: unknown) => cause,
  );
  await call.over();
  return failure;
}

/** Status of a refused call. */
export async function statusOf(call: Call): Promise<number | undefined> {
  const failure = await failureOf(call);
  return failure instanceof Refused ? failure.refusal.status : undefined;
}
