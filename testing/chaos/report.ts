/** What a run found, as a table for people and as JSON for a page. */
import { loadavg } from 'node:os';
import type { Audit } from './money.ts';
import { parts } from './parts.ts';
import { sumOf, type Tally } from './tally.ts';

export interface RunFacts {
  readonly seed: string;
  readonly minutes: number;
  readonly realMinutes: number;
  readonly clients: number;
}

/** How many violations of one promise are printed. */
const shown = 12;
/** And how much of each; the JSON has all of it. */
const textLength = 400;

/** Everything, without the single calls. */
export function reportOf(facts: RunFacts, tally: Tally, audits: readonly Audit[]) {
  const wrong = tally.calls.filter(({ fault }) => fault !== null).length;
  return {
    ...facts,
    date: new Date(tally.startedAtMs).toISOString().slice(0, 10),
    rounds: tally.rounds,
    load: Math.round(loadavg()[0] * 10) / 10,
    calls: {
      all: tally.calls.length,
      byManner: byManner(tally),
      byStatus: countOf(tally.calls.map(({ status }) => String(status))),
    },
    kills: Object.fromEntries(parts.map((part) => [part, killsOf(tally, part)])),
    credits: sumOf(audits),
    wronglyComplete: wrong,
    leakedBytes: tally.leakedBytes,
    normalMs: spread(tally.normalMs),
    memory: tally.memory,
    violations: tally.violations,
  };
}

export type Report = ReturnType<typeof reportOf>;

/** Lines for a terminal. */
export function describe(report: Report): string {
  const { calls, kills, credits, violations, normalMs, leakedBytes } = report;
  const lines = [
    '',
    `Seed ${report.seed}: ${report.rounds} rounds, ${calls.all} calls`,
    '',
    row('Clients', 'calls', 'whole 200', 'other whole', 'broken', 'unanswered', 'left', 'hung'),
    ...Object.entries(calls.byManner).map(([name, count]) =>
      row(name, count.all, count.whole200, count.otherWhole, count.broken, count.unanswered, count.left, count.hung),
    ),
    '',
    `Statuses: ${Object.entries(calls.byStatus)
      .map(([status, count]) => `${status} × ${count}`)
      .join(', ')}`,
    '',
    row('Parts', 'killed', 'stopped', 'ready: median', 'p95', 'longest ms'),
    ...Object.entries(kills).map(([part, { killed, stopped, readyMs }]) =>
      row(part, killed, stopped, readyMs.median, readyMs.p95, readyMs.most),
    ),
    '',
    `Credits: ${credits.charged} charged for ${credits.whole} whole answers (${credits.repeats} of them repeats), ` +
      `${credits.departedCharged} departures and ${credits.inWorkAtKillCharged} of the ${credits.inWorkAtKill} calls in work ` +
      `when workerd was killed; ${credits.lapses} holds lapsed`,
    `Wrongly complete answers: ${report.wronglyComplete}`,
    `Leaked bytes: ${leakedBytes ?? 'unknown, the service does not report them'}`,
    `Normal calls: median ${normalMs.median} ms, longest ${normalMs.most} ms`,
    '',
    violations.length === 0 ? 'No violation.' : `${violations.length} violations:`,
    ...violationLines(report),
  ];
  return lines.join('\n');
}

function violationLines({ violations }: Report): string[] {
  const lines: string[] = [];
  for (const promised of new Set(violations.map((violation) => violation.promised))) {
    const some = violations.filter((violation) => violation.promised === promised);
    lines.push(`  ${promised}: ${some.length}`);
    for (const { atS, text } of some.slice(0, shown)) lines.push(`    ${atS} s  ${text.slice(0, textLength)}`);
  }
  return lines;
}

function byManner({ calls }: Tally) {
  const names = [...new Set(calls.map(({ manner }) => mannerKind(manner)))].sort();
  const counts = names.map((name) => {
    const some = calls.filter(({ manner }) => mannerKind(manner) === name);
    const ended = (ending: string) => some.filter((call) => call.ending === ending).length;
    const whole200 = some.filter(({ ending, status }) => ending === 'whole' && status === 200).length;
    const count = {
      all: some.length,
      whole200,
      otherWhole: ended('whole') - whole200,
      broken: ended('broken'),
      unanswered: ended('unanswered'),
      left: ended('left'),
      hung: ended('hung'),
    };
    return [name, count] as const;
  });
  return Object.fromEntries(counts);
}

/** `reset at waiting` and all other ways to stall at some stage together. */
function mannerKind(manner: string): string {
  return manner.replace(/^(stall|vanish) .*/, '$1');
}

function killsOf({ kills }: Tally, part: string) {
  const some = kills.filter((kill) => kill.part === part);
  const killed = some.filter(({ how }) => how === 'killed');
  return {
    killed: killed.length,
    stopped: some.length - killed.length,
    readyMs: spread(killed.map(({ readyMs }) => readyMs ?? Number.POSITIVE_INFINITY)),
  };
}

function spread(samples: readonly number[]) {
  const sorted = [...samples].sort((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  return { median: at(0.5), p95: at(0.95), most: sorted.at(-1) ?? 0 };
}

function countOf(values: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const value of values) counts[value] = (counts[value] ?? 0) + 1;
  return counts;
}

function row(name: string, ...cells: readonly (string | number)[]): string {
  return `${name.padEnd(28)}${cells.map((cell) => String(cell).padStart(14)).join('')}`;
}
