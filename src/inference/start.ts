/** The inference service as a function: what `main.ts` runs as a process, and tests and scripts inside their own. */
import { openCatalogue } from './catalogue.ts';
import { type Log, silentLog } from './log.ts';
import type { ChildEntry } from './processes/child-entry.ts';
import { createFront } from './protocol/front.ts';
import { healthRoutes } from './protocol/health.ts';
import { inferRoutes } from './protocol/infer.ts';
import { modelRoutes } from './protocol/models.ts';
import type { Route } from './protocol/route.ts';
import { createTokenCheck, isLoopback } from './protocol/token.ts';
import { Scheduler } from './scheduler/scheduler.ts';
import { SupervisedChild, sessionChildEntry } from './scheduler/supervised-child.ts';
import type { InferenceSettings } from './settings.ts';

export interface InferenceOptions {
  readonly log?: Log;
  /** Further routes, e.g. those of the image lane. */
  readonly routes?: readonly Route[];
  /** Listens on a second port as well, for the children of added routes; see `RunningInference.innerPort`. */
  readonly innerListener?: boolean;
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

const longestLoadMs = 120_000;
const usualGraceMs = 30_000;

/**
 * Starts the service and resolves once every network is loaded. It listens before that, and says by
 * `/v2/health/ready` that it is not ready.
 * @throws Error with one line: weights missing, port in use, networks that cannot be loaded
 */
export async function startInference(
  settings: InferenceSettings,
  options: InferenceOptions = {},
): Promise<RunningInference> {
  const { log = silentLog, routes = [] } = options;
  const batches = settings.providers.some((provider) => provider !== 'cpu');
  const catalogue = await openCatalogue(settings.manifestFile, settings.modelsDirectory, batches);
  const { host, token, workers, queue, runTimeoutMs, threads, providers } = settings;
  const entry = options.childEntry ?? sessionChildEntry();
  const { models } = catalogue;
  const runtime = { name: settings.runtime, threads, providers };
  const scheduler = new Scheduler({
    models,
    workers,
    queue,
    runTimeoutMs,
    now: Date.now,
    startChild: (number, events) =>
      new SupervisedChild(
        { number, entry, load: { kind: 'load', runtime, models }, loadTimeoutMs: longestLoadMs, log },
        events,
      ),
  });
  const everyRoute = [
    ...healthRoutes({ name: 'edgematte-inference', version: '0.1.0' }, scheduler),
    ...modelRoutes(catalogue, scheduler),
    ...inferRoutes(catalogue, scheduler),
    ...routes,
  ];
  const front = createFront({ routes: everyRoute, checkToken: createTokenCheck(token, isLoopback(host)), log });
  const inner = createFront({ routes: everyRoute, checkToken: createTokenCheck(token, true), log });
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
    if (settings.runtime === 'wasm')
      log.warn('slow-runtime', { reason: 'INFERENCE_RUNTIME=wasm is 4 to 5 times slower' });
    await scheduler.whenReady();
    log.info('ready', {
      host,
      port,
      runtime: settings.runtime,
      workers,
      threads,
      models: models.map(({ name }) => name).join(','),
    });
    return { port, innerPort, close };
  } catch (cause) {
    await close(0);
    throw cause;
  }
}

function warnAboutToken(log: Log, host: string): void {
  const reason = isLoopback(host)
    ? 'INFERENCE_TOKEN is not set: every program on this machine may call'
    : 'INFERENCE_TOKEN is not set: every call is refused';
  log.warn('no-token', { reason });
}
