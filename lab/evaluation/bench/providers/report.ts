/** Tables of what was measured. */
import { table } from '../table.ts';
import type { NetworkMeasures } from './networks.ts';
import type { ServiceMeasures } from './service.ts';

/** Runs of networks. */
export function networksTable(all: readonly NetworkMeasures[]): string {
  const heading = [
    'Network',
    'Format',
    'Providers',
    'Opened, s',
    'First run, s',
    'ms: 1',
    '2',
    '4',
    '8',
    'Runs/s: 1',
    '2',
    '4 sessions',
    'GPU MiB: 1',
    '8',
    'CPU s',
    'Largest',
    'Mean difference',
  ];
  const rows = all.map((each) => [
    each.network,
    each.precision,
    each.providers,
    seconds(each.openMs),
    seconds(each.byBatch.get(1)?.firstMs),
    ...[1, 2, 4, 8].map((batch) => figure(each.byBatch.get(batch)?.medianMs)),
    ...[1, 2, 4].map((count) => figure(each.bySessions.get(count))),
    ...[1, 8].map((batch) => figure(each.memoryMiB.get(batch))),
    figure(each.byBatch.get(1)?.cpuSeconds),
    figure(each.difference?.largest),
    figure(each.difference?.mean),
  ]);
  const failures = all.flatMap(({ network, precision, providers, failed }) =>
    failed ? [`${network} ${precision} ${providers}: ${failed}`] : [],
  );
  const sides = all.flatMap(({ network, precision, bySide }) =>
    [...bySide].map(
      ([side, { firstMs, medianMs }]) =>
        `${network} ${precision} at ${side}: first ${seconds(firstMs)} s, then ${figure(medianMs)} ms`,
    ),
  );
  const returns = all.flatMap(({ network, precision, backMs }) =>
    backMs === undefined ? [] : [`${network} ${precision} at its own size again: first ${seconds(backMs)} s`],
  );
  return [table(heading, rows), ...sides, ...returns, ...failures].join('\n');
}

/** Cutouts of the whole service. */
export function serviceTable(all: readonly ServiceMeasures[]): string {
  const heading = [
    'Providers',
    'Workers',
    'Edges',
    'Started, s',
    'First call, s',
    'GPU MiB',
    'Callers',
    'Cutouts/s',
    'Refused',
    'ms a cutout',
    'CPU s a cutout',
    'of networks',
    'of the edge',
    'Runs',
    'ms in the runtime',
  ];
  const rows = all.flatMap((each) =>
    each.byCallers.map((called) => [
      each.providers,
      String(each.workers),
      String(each.edges),
      seconds(each.startMs),
      seconds(each.firstCallMs),
      figure(each.memoryMiB),
      String(called.callers),
      figure(called.cutoutsPerSecond),
      String(called.refused),
      figure(called.medianMs),
      figure(called.cpuSeconds),
      figure(called.sessionCpuSeconds),
      figure(called.edgeCpuSeconds),
      figure(called.runs),
      figure(called.runMs),
    ]),
  );
  return table(heading, rows);
}

function seconds(ms: number | undefined): string {
  return figure(ms === undefined ? undefined : ms / 1000);
}

/** Three digits that count. */
function figure(value: number | undefined): string {
  if (value === undefined || Number.isNaN(value)) return '';
  return Math.abs(value) >= 100 ? String(Math.round(value)) : String(Number(value.toPrecision(3)));
}
