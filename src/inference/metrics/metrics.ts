/** Every metric of the inference service, by name. `docs/monitoring.md` and `deploy/grafana` say what they are for. */
import type { Log } from '../log.ts';
import type { RunObserver } from '../scheduler/run-records.ts';
import { refusalReasons } from '../scheduler/run-refusal.ts';
import { Children, residentBytes } from './children.ts';
import { Counter, Gauge, Histogram, type Metric } from './metric.ts';

/** From the run of a small classifier to a matte that waits in a long line. */
const secondsBounds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 25, 60];
/** Others begin with their first answer. */
const usualStatuses = ['200', '500', '503'];
const batchBounds = [1, 2, 4, 8, 16, 32];

/** What is asked for when the metrics are written. */
export interface QueueState {
  readonly ready: boolean;
  /** Runs in the line, and runs that a child is at. */
  readonly waiting: number;
  readonly running: number;
  /** Bytes of outputs that are kept for further calls. */
  readonly keptBytes: number;
}

export interface Metrics {
  /** Has every counter of these networks and routes from 0 on, so that the first of something is seen as growth. */
  begin(models: readonly string[], routes: readonly string[]): void;
  /** Called by the scheduler for each run. */
  readonly runs: RunObserver;
  /** The same log, from which it learns when children start and end. */
  listenTo(log: Log): Log;
  /** Counts an answer of the front. @param route pattern of the path, `none` where there is no such path */
  answered(route: string, status: number): void;
  /** Counts a picture of the image lane. @returns to be called with its answer's status, once that has begun */
  pictureCame(): (status: number) => void;
  /** All metrics, as text. */
  write(state: QueueState): string;
}

/** Makes the metrics of one service. */
export function createMetrics(now: () => number = () => performance.now()): Metrics {
  let state: QueueState = { ready: false, waiting: 0, running: 0, keptBytes: 0 };
  let pictures = 0;

  const { answers, refusals, stages, batches, lookups, ended, lanePictures, laneSeconds } = newCounts();
  for (const kind of ['session', 'lane']) ended.add({ kind }, 0);
  const children = new Children((kind) => ended.add({ kind }));

  const all: readonly Metric[] = [
    ...gaugesOfWork(
      () => state,
      () => pictures,
    ),
    ...[stages, batches, refusals, lookups, answers, lanePictures, laneSeconds, ended],
    ...gaugesOfProcesses(children),
  ];

  return {
    begin(models, routes) {
      for (const model of models) {
        for (const reason of refusalReasons) refusals.add({ model, reason }, 0);
        for (const result of ['hit', 'miss']) lookups.add({ model, result }, 0);
        for (const stage of ['queue', 'run', 'whole']) stages.begin({ model, stage });
        batches.begin({ model });
      }
      for (const route of routes) for (const status of usualStatuses) answers.add({ route, status }, 0);
      for (const status of usualStatuses) lanePictures.add({ status }, 0);
      laneSeconds.begin();
    },
    runs: {
      ran: (model, { batch, inferNs }) => {
        batches.observe(batch, { model });
        stages.observe(inferNs / 1e9, { model, stage: 'run' });
      },
      succeeded: (model, { queueMs, totalMs }) => {
        stages.observe(queueMs / 1000, { model, stage: 'queue' });
        stages.observe(totalMs / 1000, { model, stage: 'whole' });
      },
      refused: (model, reason) => refusals.add({ model, reason }),
      lookedUp: (model, found) => lookups.add({ model, result: found ? 'hit' : 'miss' }),
    },
    listenTo: (log) => children.listenTo(log),
    answered: (route, status) => answers.add({ route, status: String(status) }),
    pictureCame() {
      const cameMs = now();
      pictures += 1;
      return (status) => {
        pictures -= 1;
        lanePictures.add({ status: String(status) });
        laneSeconds.observe((now() - cameMs) / 1000);
      };
    },
    write(current) {
      state = current;
      return all.map((metric) => metric.write()).join('');
    },
  };
}

function newCounts() {
  return {
    answers: new Counter('edgematte_http_answers_total', 'Answers by route and status'),
    refusals: new Counter('edgematte_refusals_total', 'Runs without a result, by network and reason'),
    stages: new Histogram(
      'edgematte_run_seconds',
      'Time of a run by network and stage: queue, run (inside the runtime), whole (from its coming to its result)',
      secondsBounds,
    ),
    batches: new Histogram('edgematte_batch_size', 'Samples of one execution, by network', batchBounds),
    lookups: new Counter(
      'edgematte_kept_lookups_total',
      'Runs whose outputs may be kept for their caller, by network and result: hit (they were kept) or miss',
    ),
    ended: new Counter('edgematte_children_restarted_total', 'Child processes that ended and were started again'),
    lanePictures: new Counter('edgematte_lane_pictures_total', 'Pictures of the image lane, by status'),
    laneSeconds: new Histogram(
      'edgematte_lane_seconds',
      'Time of a picture in the image lane, to the first byte of its answer',
      secondsBounds,
    ),
  };
}

function gaugesOfWork(state: () => QueueState, pictures: () => number): Gauge[] {
  return [
    new Gauge('edgematte_ready', 'Whether networks can be run: 1 or 0', () => [[{}, Number(state().ready)]]),
    new Gauge('edgematte_queue_depth', 'Runs that wait', () => [[{}, state().waiting]]),
    new Gauge('edgematte_runs_in_work', 'Runs that a child is at', () => [[{}, state().running]]),
    new Gauge('edgematte_kept_bytes', 'Outputs of networks that are kept for further calls of their callers', () => [
      [{}, state().keptBytes],
    ]),
    new Gauge('edgematte_lane_pictures_in_work', 'Pictures of the image lane that come, wait or are worked on', () => [
      [{}, pictures()],
    ]),
  ];
}

function gaugesOfProcesses(children: Children): Gauge[] {
  const startedSeconds = Date.now() / 1000 - process.uptime();
  return [
    new Gauge('edgematte_child_memory_bytes', 'Resident memory of each child process', () =>
      [...children.running].flatMap(({ kind, number, pid }) => {
        const bytes = residentBytes(pid);
        return bytes === undefined ? [] : [[{ kind, child: number }, bytes] as const];
      }),
    ),
    new Gauge('process_resident_memory_bytes', 'Resident memory of the service itself', () => [
      [{}, process.memoryUsage.rss()],
    ]),
    new Gauge('process_start_time_seconds', 'When the service started, in seconds since 1970', () => [
      [{}, startedSeconds],
    ]),
  ];
}
