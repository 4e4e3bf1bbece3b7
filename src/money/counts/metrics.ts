/** Every metric of the edge: its name, what it says, and the labels that it begins with. `docs/monitoring.md` and `deploy` say what they are for. */
import { meaningOf, otherMeanings } from '../../contract/meanings.ts';
import { operations, processingOperations } from '../../contract/operations.ts';
import { fixedRefusals } from '../../contract/refusals.ts';
import { timedSteps } from '../../contract/steps.ts';
import type { Counts } from './store.ts';

/** Values by the names of labels; each metric always has the same. */
export type SampleLabels = Readonly<Record<string, string>>;

export interface EdgeMetric {
  readonly name: string;
  readonly help: string;
  /** Those that are 0 before anything was counted. */
  readonly begins: readonly SampleLabels[];
  /** Upper bounds of the buckets of a histogram, rising. */
  readonly bounds?: readonly number[];
}

/** Endings of a hold. */
const holdEnds = ['settled', 'released', 'lapsed', 'unknown'] as const;
const stores = ['ledger', 'directory'] as const;

const names = [
  ...operations.map(({ name }) => name),
  ...processingOperations.map(({ name }) => `playground/${name}`),
  ...['removebg', 'improve', 'account', 'none'],
];

export const calls: EdgeMetric = {
  name: 'edgematte_edge_calls_total',
  help: 'Calls by operation (none: there is no such path) and status',
  begins: names.flatMap((operation) => ['200', '500', '503'].map((status) => ({ operation, status }))),
};

export const refusals: EdgeMetric = {
  name: 'edgematte_edge_refusals_total',
  help: 'Refusals by X-Error-Code',
  begins: [...Object.keys(fixedRefusals), ...Object.keys(otherMeanings)].map((code) => ({ code })),
};

/** From a question to a ledger to a large photo that waits. */
const secondsBounds = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];

export const steps: EdgeMetric = {
  name: 'edgematte_edge_step_seconds',
  help: 'Time of a step of a call; whole: of one whose picture was worked on, to the end of its answer',
  begins: [...timedSteps, 'whole'].map((step) => ({ step })),
  bounds: secondsBounds,
};

export const holds: EdgeMetric = {
  name: 'edgematte_edge_holds_total',
  help: 'Holds by how they ended; unknown: the ledger did not say',
  begins: holdEnds.map((end) => ({ end })),
};

export const credits: EdgeMetric = {
  name: 'edgematte_edge_credits_charged_total',
  help: 'Credits that calls cost',
  begins: [{}],
};

export const brokenAnswers: EdgeMetric = {
  name: 'edgematte_edge_answers_broken_total',
  help: 'Answers of 200 that the service broke off',
  begins: [{}],
};

export const storeErrors: EdgeMetric = {
  name: 'edgematte_edge_store_errors_total',
  help: 'Failed calls of a store: ledger (of wallets), directory (D1)',
  begins: stores.map((store) => ({ store })),
};

export const metrics: readonly EdgeMetric[] = [calls, refusals, steps, holds, credits, brokenAnswers, storeErrors];

/** A value of a label that this version has; so that nothing a caller sends makes a row. */
export function knownCode(code: string): string {
  return meaningOf(code) === null ? 'other' : code;
}

/** A sample as Prometheus writes it. Values of labels hold nothing that is to be escaped. */
export function sampleOf(name: string, labels: SampleLabels): string {
  const entries = Object.entries(labels).map(([label, value]) => `${label}="${value}"`);
  return entries.length === 0 ? name : `${name}{${entries.join(',')}}`;
}

/** The samples that a value of a histogram adds to. */
export function samplesOfValue(
  { name, bounds = [] }: EdgeMetric,
  labels: SampleLabels,
  value: number,
): [string, number][] {
  const reached = [...bounds.filter((bound) => value <= bound).map(String), '+Inf'];
  return [
    ...reached.map((le): [string, number] => [sampleOf(`${name}_bucket`, { ...labels, le }), 1]),
    [sampleOf(`${name}_sum`, labels), value],
    [sampleOf(`${name}_count`, labels), 1],
  ];
}

/** All metrics as Prometheus text (exposition format 0.0.4). What was never counted is 0. */
export function written(counts: Counts): string {
  return metrics.map((metric) => writtenOne(metric, counts)).join('');
}

function writtenOne(metric: EdgeMetric, counts: Counts): string {
  const { name, help, bounds } = metric;
  const samples = [
    ...new Set([...metric.begins.flatMap((labels) => beginning(metric, labels)), ...ofName(name, counts)]),
  ];
  const lines = samples.map((sample) => `${sample} ${counts[sample] ?? 0}\n`);
  return `# HELP ${name} ${help}\n# TYPE ${name} ${bounds ? 'histogram' : 'counter'}\n${lines.join('')}`;
}

function beginning(metric: EdgeMetric, labels: SampleLabels): string[] {
  if (!metric.bounds) return [sampleOf(metric.name, labels)];
  return samplesOfValue(metric, labels, 0).map(([sample]) => sample);
}

function ofName(name: string, counts: Counts): string[] {
  return Object.keys(counts).filter((sample) => /^[a-z_]+?(?=_bucket|_sum|_count|\{|$)/.exec(sample)?.[0] === name);
}
