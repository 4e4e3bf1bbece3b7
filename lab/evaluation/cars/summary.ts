/** Means of many rows with what chance alone could have made of them. */
import { generator } from '../../../testing/random.ts';
import type { Row } from './metrics.ts';

export interface Summary {
  readonly value: number;
  readonly n: number;
  /** 95 % percentile bootstrap over pictures. */
  readonly from: number;
  readonly to: number;
}

const draws = 400;

/** Mean of every metric; the median of the azimuth's error too. Pictures without a value do not count. */
export function summary(rows: readonly Row[]): Record<string, Summary> {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const found: Record<string, Summary> = {};
  for (const name of names) {
    const values = rows.map((row) => row[name]).filter((value) => Number.isFinite(value));
    if (values.length === 0) continue;
    found[name] = interval(values, mean);
    if (name === 'azimuth_error') found.azimuth_error_median = interval(values, median);
  }
  return found;
}

function interval(values: readonly number[], statistic: (values: readonly number[]) => number): Summary {
  const next = generator(5);
  const drawn = Array.from({ length: draws }, () =>
    statistic(values.map(() => values[Math.floor(next() * values.length)])),
  ).sort((a, b) => a - b);
  const rounded = (value: number) => Number(value.toPrecision(4));
  return {
    value: rounded(statistic(values)),
    n: values.length,
    from: rounded(drawn[Math.floor(draws * 0.025)]),
    to: rounded(drawn[Math.ceil(draws * 0.975) - 1]),
  };
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
}
