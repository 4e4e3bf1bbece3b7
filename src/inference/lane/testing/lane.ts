/** The image lane behind the real front and a scripted network, for tests. */
import type { CallTerms } from '../../../wire/protocol/call-headers.ts';
import { type LaneMessage, type LaneRequest, writeLaneRequest } from '../../../wire/protocol/lane/request.ts';
import { createLog } from '../../log.ts';
import { createMetrics } from '../../metrics/metrics.ts';
import { bundledChild } from '../../testing/bundled-child.ts';
import { type LogLine, startScripted, until } from '../../testing/service.ts';
import { createLane, type Lane } from '../front.ts';
import { laneChildEntry } from '../lane-child-process.ts';
import { type LaneSettings, readLaneSettings } from '../settings.ts';

export interface TestLane {
  readonly base: string;
  readonly lane: Lane;
  readonly lines: readonly LogLine[];
  /** What the front and the networks wrote. */
  readonly serviceLines: readonly LogLine[];
  /** Posts a file, or with a scripted child anything: as a cutout with usual settings, where nothing else is said. */
  post(file: Uint8Array, options?: PostOptions): Promise<Response>;
  /** Resolves once a line of this event was logged for the `count`th time. */
  logged(event: string, count?: number): Promise<LogLine>;
  /** Resolves when `count` pictures have reached the front since it started: they have their places, or were refused. */
  arrived(count: number): Promise<void>;
  /** Resolves when a scripted child has begun to work for the `count`th time. */
  begun(count?: number): Promise<void>;
  /** Ends the work of scripted children that wait; each must have begun. */
  letGo(): void;
  stop(): Promise<void>;
}

export interface PostOptions extends Partial<LaneRequest>, Partial<CallTerms> {
  readonly signal?: AbortSignal;
}

/** The usual request, as it goes over HTTP. */
export function laneMessage(
  file: Uint8Array,
  { requestId, call, traceparent, caller, mayKeep, remainingMs = 60_000, ...changes }: Omit<PostOptions, 'signal'> = {},
): LaneMessage {
  const request: LaneRequest = {
    task: { kind: 'cutout', imageType: false, refine: true, cleanEdges: false },
    matte: { model: 'matte', upsampling: 'guided', refiner: false },
    heic: true,
    backgroundBytes: 0,
    ...changes,
  };
  return writeLaneRequest(
    request,
    { requestId, call, traceparent, caller, mayKeep, remainingMs },
    new Uint8Array(file),
  );
}

/**
 * Starts the lane, on a free port.
 * @param scripted whether children do what the matte network's name says, or really work on pictures
 * @param now another clock than the machine's
 */
export async function startTestLane(
  scripted: boolean,
  changes: Partial<LaneSettings> = {},
  now?: () => number,
): Promise<TestLane> {
  const lines: LogLine[] = [];
  const log = createLog((line) => lines.push(JSON.parse(line) as LogLine));
  const metrics = createMetrics();
  const lane = createLane(
    { ...readLaneSettings({}), ...changes },
    { log, metrics, now, entry: scripted ? bundledChild('scripted-lane-child', import.meta.url) : laneChildEntry() },
  );
  const service = await startScripted({ options: { routes: lane.routes, metrics } });
  lane.start(service.base);
  await until('the lane is ready', () => lane.ready());
  const count = (event: string) => lines.filter((line) => line.event === event);
  const logged = async (event: string, wanted = 1) => {
    await until(`${wanted} × ${event} in the log`, () => count(event).length >= wanted);
    return count(event)[wanted - 1];
  };
  return {
    base: service.base,
    lane,
    lines,
    serviceLines: service.lines,
    post: (file, { signal, ...options } = {}) => {
      const { path, ...init } = laneMessage(file, options);
      return fetch(service.base + path, { ...init, signal });
    },
    logged,
    arrived: service.arrived,
    begun: async (wanted) => {
      await logged('lane-child-stderr', wanted);
    },
    letGo() {
      for (const { pid } of count('lane-child-started')) process.kill(pid as number, 'SIGUSR2');
    },
    async stop() {
      await service.stop();
      await lane.close();
    },
  };
}
