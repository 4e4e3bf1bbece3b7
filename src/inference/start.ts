/** The inference service as a function: what `main.ts` runs as a process, and tests and scripts inside their own. */
import { createHash } from 'node:crypto';
import type { ServiceVersion } from '../contract/service-version.ts';
import { pipelineVersion } from '../pixels/pipeline/version/version.ts';
import type { Tracing } from '../wire/tracing/tracing.ts';
import { type Catalogue, openCatalogue } from './catalogue.ts';
import { type Log, silentLog } from './log.ts';
import { facilitiesOf } from './machine.ts';
import { createMetrics, type Metrics } from './metrics/metrics.ts';
import type { ChildEntry } from './processes/child-entry.ts';
import { createFront } from './protocol/front.ts';
import { healthRoutes } from './protocol/health.ts';
import { inferRoutes } from './protocol/infer.ts';
import { metricsRoute } from './protocol/metrics.ts';
import { modelRoutes } from './protocol/models.ts';
import { repositoryRoutes } from './protocol/repository.ts';
import type { Route } from './protocol/route.ts';
import { statisticsRoutes } from './protocol/statistics.ts';
import { createTokenCheck, isLoopback } from './protocol/token.ts';
import { isOnGpu } from './runtime/choose.ts';
import { Scheduler } from './scheduler/scheduler.ts';
import { SupervisedChild, sessionChildEntry } from './scheduler/supervised-child.ts';
import type { InferenceSettings } from './settings.ts';

export interface InferenceOptions {
  readonly log?: Log;
  /** Those of the process, where other parts of it count too. */
  readonly metrics?: Metrics;
  /** Where spans of requests go; its owner closes it. */
  readonly tracing?: Tracing;
  /** Further routes, e.g. those of the image lane. */
  readonly routes?: readonly Route[];
  /** Listens on a second port as well, for the children of added routes; see `RunningInference.innerPort`. */
  readonly innerListener?: boolean;
  /** What of this software runs. */
  readonly runs?: ServiceVersion;
  /** Another session child, for tests. */
  readonly childEntry?: ChildEntry;
}

export interface RunningInference {
  readonly port: number;
  /**
   * With `innerListener`: a port of 127.0.0.1 with the same routes that stays open until the requests on the first
   * port are answered. A child that answers one of them and calls networks by HTTP is served to its end here.
   */
  readonly innerPort: number | undefined;
  /**
   * Stops accepting, finishes accepted work, at most `graceMs` (30 s by default), then ends the children and closes
   * the port. May be called again; the shorter grace wins.
   */
  close(graceMs?: number): Promise<void>;
}

/** Start of the SHA-256 of the pipeline's version: what the image lane of another build may do otherwise. */
const pipelineMark = createHash('sha256').update(pipelineVersion).digest('hex').slice(0, 12);

const longestLoadMs = 120_000;
const usualGraceMs = 30_000;
/** A success that takes less says nothing but that all is well; the edge has a line of each call. */
const quickMs = 50;

/**
 * Starts the service and resolves once every network is loaded. It listens before that, and says by
 * `/v2/health/ready` that it is not ready.
 * @throws Error with one line: weights missing, port in use, networks that cannot be loaded
 */
export async function startInference(
  settings: InferenceSettings,
  options: InferenceOptions = {},
): Promise<RunningInference> {
  const { routes = [], metrics = createMetrics(), tracing } = options;
  const log = metrics.listenTo(options.log ?? silentLog);
  const { host, token, tokensOld, workers, queue, cacheMb, runTimeoutMs } = settings;
  const { runtime, precision } = facilitiesOf(settings);
  const batches = isOnGpu(runtime.providers);
  const catalogue = await openCatalogue({ ...settings, precision, batches });
  const entry = options.childEntry ?? sessionChildEntry();
  const { models } = catalogue;
  const load = { kind: 'load', runtime, models } as const;
  const scheduler = new Scheduler({
    ...{ models, workers, queue, runTimeoutMs },
    keptBytes: cacheMb * 2 ** 20,
    now: Date.now,
    observer: metrics.runs,
    startChild: (number, events) =>
      new SupervisedChild({ number, entry, load, loadTimeoutMs: longestLoadMs, log }, events),
  });
  const everyRoute = [
    ...routesOf(catalogue, scheduler, { runtime: runtime.name, version: options.runs?.version ?? 'unknown' }),
    metricsRoute(metrics, scheduler, settings.metricsAccess === 'open'),
    ...routes,
  ];
  metrics.begin(
    models.map(({ name }) => name),
    everyRoute.map(({ pattern }) => pattern),
  );
  const served = { 'X-Weights': catalogue.mark, 'X-Pipeline': pipelineMark };
  const loggedFromMs = settings.log === 'all' ? 0 : quickMs;
  const common = { routes: everyRoute, log, tracing, loggedFromMs, served, onAnswered: metrics.answered };
  const front = createFront({ ...common, checkToken: createTokenCheck(token, isLoopback(host), tokensOld) });
  const inner = createFront({ ...common, checkToken: createTokenCheck(token, true, tokensOld) });
  const close = async (graceMs = usualGraceMs): Promise<void> => {
    await front.drain(graceMs);
    await inner.drain(0);
    await scheduler.close();
  };
  try {
    const port = await front.listen(settings.port, host);
    const innerPort = options.innerListener ? await inner.listen(0, '127.0.0.1') : undefined;
    log.info('listening', { host, port, innerPort });
    if (token === undefined) warnAboutToken(log, host);
    reportWeaknesses(log, catalogue.leftOut, runtime.name);
    await scheduler.whenReady();
    log.info('ready', {
      host,
      port,
      runtime: runtime.name,
      workers,
      threads: runtime.threads,
      ...options.runs,
      models: models.map(({ name, precision }) => `${name}:${precision}`).join(','),
    });
    return { port, innerPort, close };
  } catch (cause) {
    await close(0);
    throw cause;
  }
}

/** Those of the Open Inference Protocol. */
function routesOf(
  catalogue: Catalogue,
  scheduler: Scheduler,
  { runtime, version }: { readonly runtime: string; readonly version: string },
): Route[] {
  const precisions = Object.fromEntries(catalogue.models.map(({ name, precision }) => [name, precision]));
  const server = { name: 'edgematte-inference', version, parameters: { runtime, precisions } };
  return [
    ...healthRoutes(server, scheduler),
    ...statisticsRoutes(catalogue, scheduler),
    ...modelRoutes(catalogue, scheduler),
    ...repositoryRoutes(catalogue, scheduler),
    ...inferRoutes(catalogue, scheduler),
  ];
}

function reportWeaknesses(log: Log, leftOut: readonly string[], runtime: string): void {
  const reason = 'Its weights are not there; npm run models -- fetch fetches them';
  for (const network of leftOut) log.info('network-left-out', { network, reason });
  if (runtime === 'wasm') log.warn('slow-runtime', { reason: 'WebAssembly is 4 to 5 times slower than native' });
}

function warnAboutToken(log: Log, host: string): void {
  const reason = isLoopback(host)
    ? 'INFERENCE_TOKEN is not set: every program on this machine may call'
    : 'INFERENCE_TOKEN is not set: every call is refused';
  log.warn('no-token', { reason });
}
