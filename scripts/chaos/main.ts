/** `npm run chaos`: the real service attacked from outside while its parts are killed. */
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { runCommand } from '../command.ts';
import { isPart, parts } from './parts.ts';
import { describe } from './report.ts';
import { runChaos } from './run.ts';
import { Stand } from './stand.ts';

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
  },
});

if (values.help) console.log(help);
else await runCommand(main);

async function main(): Promise<void> {
  const stand = new Stand({
    port: values.port === undefined ? undefined : number('port', values.port),
    keep: values.keep,
  });
  const plan = {
    seed: values.seed ?? String(Math.floor(Math.random() * 1e9)),
    minutes: number('minutes', values.minutes),
    realMinutes: number('real-minutes', values['real-minutes']),
    clients: number('clients', values.clients),
    kill: killList(values.kill),
    say: (line: string) => console.log(line),
  };
  console.log(`Seed ${plan.seed}, log ${stand.logFile}`);
  try {
    const report = await runChaos(stand, plan);
    console.log(describe(report));
    if (values.report) writeFileSync(values.report, `${JSON.stringify(report, null, 2)}\n`);
    if (report.violations.length > 0) process.exitCode = 1;
  } finally {
    stand.remove();
  }
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
