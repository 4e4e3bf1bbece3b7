/** The image lane, for the front of the inference service: two routes, and children behind them. */
import { mkdtempSync, rmSync } from 'node:fs';
import path from 'node:path';
import { largestImageBytes } from '../../contract/limits.ts';
import { noImageLane } from '../../contract/output/background.ts';
import { inTime } from '../../pixels/bounds/in-time.ts';
import { BackgroundFault } from '../../pixels/pipeline/picture/fault.ts';
import { writeLaneFault } from '../../wire/protocol/lane/fault.ts';
import { lanePattern, laneReadyPath, readLaneRequest } from '../../wire/protocol/lane/request.ts';
import type { TraceSpan } from '../../wire/tracing/span.ts';
import { type Log, silentLog } from '../log.ts';
import { createMetrics, type Metrics } from '../metrics/metrics.ts';
import type { ChildEntry } from '../processes/child-entry.ts';
import { emptyAnswer } from '../protocol/answer.ts';
import { headersOf } from '../protocol/call.ts';
import { receiveBody } from '../protocol/receive.ts';
import { HttpRefusal, toHttpRefusal } from '../protocol/refusal.ts';
import type { Route, RouteAnswer, RouteCall } from '../protocol/route.ts';
import { laneChildEntry } from './lane-child-process.ts';
import { unavailable } from './lane-fault.ts';
import { laneFull } from './picture-job.ts';
import { Pool } from './pool.ts';
import type { LaneSettings } from './settings.ts';

/** Of an address with the closing zero: 104 on macOS, 108 on Linux. */
const mostSocketPathBytes = 103;

export interface LaneOptions {
  readonly log?: Log;
  /** Those of the process. */
  readonly metrics?: Metrics;
  /** Another child, for tests. */
  readonly entry?: ChildEntry;
  /** Another clock, for tests: milliseconds since the epoch. */
  readonly now?: () => number;
}

export interface Lane {
  /** Pictures, and whether the lane accepts some: see `wire/protocol/lane/request.ts`. */
  readonly routes: readonly Route[];
  /** Starts the children; before it every picture is refused with 503. @param inferenceUrl where networks are */
  start(inferenceUrl: string): void;
  /** A child listens. */
  ready(): boolean;
  /** Ends the children, work included: drain the front first. */
  close(): Promise<void>;
}

/**
 * Makes the lane. Nothing runs before its start.
 */
export function createLane(
  settings: LaneSettings,
  { log = silentLog, metrics = createMetrics(), entry = laneChildEntry(), now = Date.now }: LaneOptions = {},
): Lane {
  const heard = metrics.listenTo(log);
  let pool: Pool | null = null;
  let sockets: string | null = null;
  return {
    routes: [
      {
        method: 'GET',
        pattern: laneReadyPath,
        open: true,
        readiness: true,
        handle: () => emptyAnswer(pool?.ready ? 200 : 503),
      },
      {
        method: 'POST',
        pattern: lanePattern,
        handle: (call) => counted(metrics, () => handlePicture(call, pool, settings)),
      },
    ],
    start(inferenceUrl) {
      if (pool || settings.workers === 0) return;
      const directory = makeSocketsFolder(settings.socketsDirectory);
      sockets = directory;
      const { workers, queue, budgetBytes, stallMs, abandonedMs, token, limits } = settings;
      pool = new Pool({
        workers,
        queue,
        budgetBytes,
        stallMs,
        abandonedMs,
        entry,
        log: heard,
        now,
        startMessage: (number) => {
          const socket = socketPath(directory, number);
          return { kind: 'start', socket, inferenceUrl: settings.inferenceUrl ?? inferenceUrl, token, limits };
        },
      });
    },
    ready: () => pool?.ready ?? false,
    async close() {
      await pool?.close();
      if (sockets) rmSync(sockets, { recursive: true, force: true });
    },
  };
}

/** Counts a picture by the status of its answer; the front answers what is thrown. */
async function counted(metrics: Metrics, handle: () => Promise<RouteAnswer>): Promise<RouteAnswer> {
  const answered = metrics.pictureCame();
  try {
    const answer = await handle();
    answered(answer.status);
    return answer;
  } catch (fault) {
    answered(toHttpRefusal(fault).status);
    throw fault;
  }
}

async function handlePicture(call: RouteCall, pool: Pool | null, { limits }: LaneSettings): Promise<RouteAnswer> {
  const { incoming, requestId, traceparent, span, caller, mayKeep, deadlineMs, signal } = call;
  const request = readLaneRequest(incoming.url ?? '', headersOf(incoming));
  if (!request) throw new HttpRefusal(404, 'There is no such path');
  if (incoming.headers['content-length'] === undefined) {
    throw new HttpRefusal(411, 'Expected the length of the picture as Content-Length');
  }
  if (!pool) {
    if (request.backgroundBytes === 0) return unavailable('This service has no image lane', 30);
    return writeLaneFault(new BackgroundFault({ kind: 'invalid', message: noImageLane }));
  }
  const place = pool.enter(caller, deadlineMs);
  if (!place) return unavailable(laneFull, pool.roomAfterSeconds(caller));
  try {
    const body = receiveBody(incoming, largestImageBytes(limits));
    const file = await inTime(body, { signal: place.displaced }, () => null);
    if (!file) return unavailable(laneFull, pool.roomAfterSeconds(caller));
    const terms = { requestId, call: call.call, traceparent, caller, mayKeep, deadlineMs, signal };
    return await inTwoSpans(span, (onBegun) => place.run({ request, file, ...terms, onBegun }));
  } catch (cause) {
    place.leave();
    throw cause;
  }
}

/** Works on a picture under a span of its wait, and one of the work to the first byte of the answer. */
async function inTwoSpans(
  span: TraceSpan | undefined,
  work: (onBegun: () => void) => Promise<RouteAnswer>,
): Promise<RouteAnswer> {
  let part = span?.begin('queue');
  const answer = await work(() => {
    part?.end();
    part = span?.begin('run');
  });
  part?.end({ isError: answer.status >= 500 });
  return answer;
}

/** @throws Error in one line where there is no room for one */
function makeSocketsFolder(socketsDirectory: string): string {
  const longest = socketPath(path.join(socketsDirectory, 'lane-abcdef'), 63);
  if (process.platform !== 'win32' && Buffer.byteLength(longest) > mostSocketPathBytes) {
    throw new Error(`Expected a shorter path for LANE_SOCKETS_DIR but received ${socketsDirectory}`);
  }
  try {
    return mkdtempSync(path.join(socketsDirectory, 'lane-'));
  } catch (cause) {
    const received = `${socketsDirectory} (${(cause as Error).message})`;
    throw new Error(`Expected a folder that can be written for LANE_SOCKETS_DIR but received ${received}`);
  }
}

/** A Unix domain socket in a folder of this user alone; Windows has named pipes in their place. */
function socketPath(directory: string, number: number): string {
  if (process.platform === 'win32') return path.join('\\\\?\\pipe', path.basename(directory), String(number));
  return path.join(directory, `${number}.sock`);
}
