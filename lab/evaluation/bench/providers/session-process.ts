/**
 * Entry of a process with one session, started by fork: what a session child of the service is, with a clock in it. Its first
 * message says what to open; each further one asks for runs and is answered once.
 */
import type { Precision } from '../../../../src/inference/models/precision.ts';
import { openRuntime } from '../../../../src/inference/runtime/open.ts';
import type { RuntimeChoice, Session } from '../../../../src/inference/runtime/session.ts';
import type { WireTensor } from '../../../../src/wire/protocol/tensor.ts';
import { median } from '../../../../testing/percentiles.ts';

export interface Opening {
  readonly file: string;
  readonly precision: Precision;
  readonly choice: RuntimeChoice;
  readonly outputs: readonly string[];
}

/** A number of timed runs after the first, or as many as end within a time. */
export interface RunOrder {
  readonly inputs: readonly WireTensor[];
  readonly runs?: number;
  readonly forMs?: number;
}

export interface RunReport {
  readonly firstMs: number;
  /** Median of the timed runs; NaN where there was none. */
  readonly medianMs: number;
  readonly runs: number;
  readonly tookMs: number;
  /** Processor time of the timed runs. */
  readonly cpuSeconds: number;
  /** The most memory that the process had so far. */
  readonly peakBytes: number;
  /** Of the last run. */
  readonly outputs: readonly WireTensor[];
}

export type SessionAnswer = { readonly openMs: number } | RunReport | { readonly failed: string };

let session: Session | undefined;
let outputs: readonly string[] = [];

process.on('disconnect', () => process.exit(0));
process.on('message', (message: Opening | RunOrder) => {
  const answer = 'file' in message ? open(message) : run(message);
  answer.then(
    (words) => process.send?.(words),
    (cause: Error) => process.send?.({ failed: cause.message }),
  );
});

async function open(opening: Opening): Promise<SessionAnswer> {
  const startedMs = performance.now();
  const runtime = await openRuntime(opening.choice, console.error);
  session = await runtime.open(opening.file, opening.precision);
  outputs = opening.outputs;
  return { openMs: performance.now() - startedMs };
}

async function run({ inputs, runs = Number.POSITIVE_INFINITY, forMs = Number.POSITIVE_INFINITY }: RunOrder) {
  if (!session) throw new Error('Nothing is open');
  const beganMs = performance.now();
  let results = await session.run(inputs, outputs);
  const firstMs = performance.now() - beganMs;
  const took: number[] = [];
  const [startedMs, cpu] = [performance.now(), process.cpuUsage()];
  while (took.length < runs && performance.now() - startedMs < forMs) {
    const runMs = performance.now();
    results = await session.run(inputs, outputs);
    took.push(performance.now() - runMs);
  }
  const { user, system } = process.cpuUsage(cpu);
  const report: RunReport = {
    firstMs,
    medianMs: median(took),
    runs: took.length,
    tookMs: performance.now() - startedMs,
    cpuSeconds: (user + system) / 1e6,
    peakBytes: process.resourceUsage().maxRSS * 1024,
    // Copies: the runtime may use the memory of a result again.
    outputs: results.map((each) => ({ ...each, data: each.data.slice() })),
  };
  return report;
}
