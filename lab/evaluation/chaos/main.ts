/** `npm run chaos`: the real service attacked from outside while its parts are killed. */
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { isPart, parts } from '../../../testing/chaos/parts.ts';
import { describe } from '../../../testing/chaos/report.ts';
import { runChaos } from '../../../testing/chaos/run.ts';
import type { ChaosService } from '../../../testing/chaos/service.ts';
import { Stand } from '../../../testing/chaos/stand.ts';
import type { Violation } from '../../../testing/chaos/tally.ts';
import { runCommand } from '../command.ts';
import { runLoad } from './load.ts';
import { runResets } from './resets.ts';
import { runSteady } from './steady.ts';

const help = `Usage: npm run chaos -- [--minutes N] [--seed N] [...]

Starts the service as npm start does, on a state folder and ports of its own, and attacks it in rounds: clients over raw
sockets that drop, reset, stall, read slowly, repeat and vanish at every stage of a call, while its parts are killed.
After each round: holds and memory given back, entries equal to what clients saw, every answer whole or visibly broken,
killed parts back, normal calls answered. Exit status 1 when anything was not as it must be.

  --minutes N       all of the run (2)
  --real-minutes N  the last of them on the shipped networks instead of tiny ones (0)
  --seed TEXT       what decisions are drawn from; a new one is printed when left out
  --clients N       at once (16)
  --kill LIST       some of ${parts.join(',')}, or none (all)
  --port N          port of the API, the next one for inference (free ones)
  --report FILE     writes all figures there as JSON
  --keep            leaves state folder and log of the service where they are

Other tests in its place:
  --resets          200 clients that reset during or after their upload, 15 s of quiet, then 200 polite calls one by one
  --load            40 polite clients for 60 s on the shipped networks; ten calls one by one before and after
  --steady          polite calls, two at once: 5000 on tiny networks, then 500 on the shipped ones, each in a service of its
                    own after 25,000 short calls; no part may hold 5 % more at the end than after the first fifth
  --calls N,N       other numbers of them; 0 leaves one out

LEASE_MS, UPLOAD_IDLE_MS, DOWNLOAD_IDLE_MS and the other variables of npm start are passed on; these three are shorter
than a deployment's when they are not set.`;

const { values } = parseArgs({
  options: {
    help: { type: 'boolean', short: 'h' },
    minutes: { type: 'string', default: '2' },
    'real-minutes': { type: 'string', default: '0' },
    seed: { type: 'string' },
    clients: { type: 'string', default: '16' },
    kill: { type: 'string', default: parts.join(',') },
    port: { type: 'string' },
    report: { type: 'string' },
    keep: { type: 'boolean', default: false },
    resets: { type: 'boolean', default: false },
    load: { type: 'boolean', default: false },
    steady: { type: 'boolean', default: false },
    calls: { type: 'string', default: '5000,500' },
  },
});

if (values.help) console.log(help);
else await runCommand(main);

async function main(): Promise<void> {
  // Ends the service with us: see its start.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
  const port = values.port === undefined ? undefined : number('port', values.port);
  const stand = new Stand({ port, keep: values.keep });
  const seed = values.seed ?? String(Math.floor(Math.random() * 1e9));
  console.log(`Seed ${seed}, log ${stand.logFile}`);
  process.once('exit', () => stand.remove());
  const { report, violations } = await chosen(stand, seed);
  if (values.report) writeFileSync(values.report, `${JSON.stringify(report, null, 2)}\n`);
  if (violations > 0) process.exitCode = 1;
}

interface Finding {
  readonly report: unknown;
  readonly violations: number;
}

async function chosen(stand: Stand, seed: string): Promise<Finding> {
  if (values.resets) return during(stand, false, (service) => resets(service, seed));
  if (values.steady) return steady(stand, seed);
  if (values.load) return during(stand, true, (service) => load(service, seed));
  const report = await runChaos(stand, {
    seed,
    minutes: number('minutes', values.minutes),
    realMinutes: number('real-minutes', values['real-minutes']),
    clients: number('clients', values.clients),
    kill: killList(values.kill),
    inOrder: false,
    patience: 1,
    say: (line) => console.log(line),
  });
  console.log(describe(report));
  return { report, violations: report.violations.length };
}

/** Runs a test on a service that starts before it and ends after it. */
async function during(
  stand: Stand,
  real: boolean,
  test: (service: ChaosService) => Promise<Finding>,
): Promise<Finding> {
  const service = await stand.start(real);
  try {
    return await test(service);
  } finally {
    for (const fault of await service.stop()) console.error(fault);
  }
}

async function resets(service: ChaosService, seed: string): Promise<Finding> {
  const { calls, normalMs, violations, leakedBytes } = await runResets(service, {
    seed,
    resets: 200,
    politeCalls: 200,
    pauseMs: 15_000,
  });
  const left = calls.filter(({ ending }) => ending === 'left').length;
  console.log(`${left} clients left; ${normalMs.length} polite calls, the longest ${Math.max(...normalMs)} ms`);
  sayViolations(violations);
  return { report: { seed, left, normalMs, leakedBytes, violations }, violations: violations.length };
}

async function load(service: ChaosService, seed: string): Promise<Finding> {
  const { tally, ...figures } = await runLoad(service, {
    seed,
    clients: 40,
    seconds: 60,
    say: (line) => console.log(line),
  });
  console.log(figures);
  sayViolations(tally.violations);
  return { report: { seed, ...figures, violations: tally.violations }, violations: tally.violations.length };
}

async function steady(stand: Stand, seed: string): Promise<Finding> {
  const [tiny, shipped] = values.calls.split(',').map((text) => number('calls', text));
  const plans = [
    { real: false, calls: tiny },
    { real: true, calls: shipped },
  ].filter(({ calls }) => calls > 0);
  const findings: Finding[] = [];
  for (const { real, calls } of plans) {
    console.log(`${calls} calls on ${real ? 'the shipped' : 'tiny'} networks`);
    const finding = await during(stand, real, async (service) => {
      const plan = { seed, calls, shortCalls: 25_000, clients: 2, real, say: (line: string) => console.log(line) };
      const { samples, tally } = await runSteady(service, plan);
      sayViolations(tally.violations);
      return { report: { real, samples, violations: tally.violations }, violations: tally.violations.length };
    });
    findings.push(finding);
  }
  const violations = findings.reduce((sum, { violations: some }) => sum + some, 0);
  return { report: { seed, runs: findings.map(({ report }) => report) }, violations };
}

function sayViolations(violations: readonly Violation[]): void {
  console.log(violations.length === 0 ? 'No violation.' : `${violations.length} violations:`);
  for (const { promised, text } of violations) console.log(`  ${promised}: ${text}`);
}

function number(name: string, text: string): number {
  const value = Number(text);
  if (Number.isFinite(value) && value >= 0) return value;
  throw new Error(`Expected a number for --${name} but received ${text}`);
}

function killList(text: string) {
  const names = text === 'none' ? [] : text.split(',');
  if (names.every(isPart)) return names;
  throw new Error(`Expected some of ${parts.join(',')}, or none, for --kill but received ${text}`);
}
