/** Entry of the inference service. Settings come from the environment; `--help` lists them. */
import { parseArgs } from 'node:util';
import { versionWords } from '../contract/service-version.ts';
import { settingsHelp } from '../contract/settings/describe.ts';
import { inferenceSettings } from '../contract/settings/inference.ts';
import { laneSettings } from '../contract/settings/lane.ts';
import { readSettings as read } from '../contract/settings/read.ts';
import { removedLine } from '../contract/settings/removed.ts';
import { tracingSettings } from '../contract/settings/tracing.ts';
import { onEndAsked } from '../wire/command-line/end-requests.ts';
import { ownVersion } from '../wire/command-line/own-version.ts';
import { createTracing, type Tracing } from '../wire/tracing/tracing.ts';
import { createLane, type Lane } from './lane/front.ts';
import { readLaneSettings } from './lane/settings.ts';
import { createLog } from './log.ts';
import { createMetrics } from './metrics/metrics.ts';
import { readSettings } from './settings.ts';
import { type RunningInference, startInference } from './start.ts';

const help = `Serves the networks of the model manifest by the Open Inference Protocol v2, and the image lane beside them.

Usage: npm run inference

Variables (default; allowed)
${settingsHelp(inferenceSettings)}

Variables of the image lane (default; allowed)
${settingsHelp(laneSettings)}

Variables of traces (default; allowed)
${settingsHelp(tracingSettings)}

Logs go to standard output, one JSON object a line; "ready" carries the port. SIGTERM, SIGINT and SIGHUP finish
accepted work, at most 30 s, and end with status 0; a second one ends at once.
`;

// Even without a reader of its log this process has to end in order.
for (const output of [process.stdout, process.stderr]) output.on('error', () => {});

const log = createLog((line) => process.stdout.write(`${line}\n`));

try {
  const { values } = parseArgs({ options: { help: { type: 'boolean', short: 'h' }, version: { type: 'boolean' } } });
  if (values.version) process.stdout.write(`${versionWords(ownVersion())}\n`);
  else if (values.help) process.stdout.write(help);
  else await run();
} catch (cause) {
  const reason = cause instanceof Error ? cause.message : String(cause);
  // A parent says it in a line of its own.
  if (process.connected) process.send?.({ failed: reason });
  else process.stderr.write(`${reason}\n`);
  process.exitCode = 1;
  // Open handles must not keep a service alive that could not start.
  setTimeout(() => process.exit(1), 1000).unref();
}

async function run(): Promise<void> {
  // Started by fork: without its parent no process reads answers or stops this one.
  let onOrphaned = (): void => process.exit(0);
  process.on('disconnect', () => onOrphaned());
  if (process.connected === false) process.exit(0);
  const settings = readSettings(process.env);
  const removed = removedLine(process.env);
  if (removed) log.warn('removed-settings', { reason: removed });
  const metrics = createMetrics();
  const lane = createLane(readLaneSettings(process.env), { log, metrics });
  const runs = ownVersion();
  const onLost = (spans: number, cause: unknown) => log.warn('spans-lost', { spans, cause: String(cause) });
  const program = { name: 'edgematte-inference', runs, onLost };
  const tracing = createTracing(read(tracingSettings, process.env), program);
  const options = { log, metrics, tracing, routes: lane.routes, innerListener: true, runs };
  const service = await startInference(settings, options);
  // The lane's own way to the networks stays open while the public one is drained.
  lane.start(`http://127.0.0.1:${service.innerPort}`);
  onOrphaned = () => end('the parent process has gone', 0);
  onEndAsked('inference', (signal) => end(signal));

  let ending = false;
  function end(reason: string, graceMs?: number): void {
    if (ending) process.exit(1);
    ending = true;
    close({ service, lane, tracing }, reason, graceMs);
  }
}

interface Parts {
  readonly service: RunningInference;
  readonly lane: Lane;
  readonly tracing: Tracing | undefined;
}

function close({ service, lane, tracing }: Parts, reason: string, graceMs: number | undefined): void {
  log.info('ending', { reason });
  const closed = service
    .close(graceMs)
    .finally(() => lane.close())
    .finally(() => tracing?.close());
  closed.then(
    () => {
      log.info('ended');
      process.exit(0);
    },
    (cause: unknown) => {
      log.error('ending-failed', { cause: String(cause) });
      process.exit(1);
    },
  );
}
