/** Means of many composites with what chance alone could have made of them, as JSON and as rows of Markdown. */
import { generator } from '../../../testing/random.ts';
import type { Variant } from './composites.ts';
import { reference } from './methods.ts';
import type { Row } from './metrics.ts';

/** `found` is that part of `network` where the full pass has the subject. */
export type Experiment = 'exact' | 'network' | 'found';

const titles: Readonly<Record<Experiment, string>> = {
  exact: 'Exact coarse alpha',
  network: "The network's alpha",
  found: "The network's alpha where it has found the subject",
};

/** One method on one composite. */
export interface Result extends Variant {
  readonly experiment: Experiment;
  readonly scene: string;
  readonly subject: string;
  readonly category: string;
  readonly method: string;
  readonly row: Row;
}

/** Mean of the ratios to the reference. */
export interface Ratio {
  readonly value: number;
  /** 95 % percentile bootstrap over subjects: composites of one subject are no independent evidence. */
  readonly from: number;
  readonly to: number;
}

/** One method in one category under one condition. */
export interface Summary extends Variant {
  readonly experiment: Experiment;
  readonly category: string;
  readonly method: string;
  readonly composites: number;
  readonly subjects: number;
  readonly mean: Row;
  /** The worst of all composites, of what has to hold in each. */
  readonly most: Row;
  /** None for the reference itself. */
  readonly ratio: Readonly<Record<string, Ratio>>;
}

/** Metrics that are also given as a ratio to the reference. */
const compared = ['band_sad', 'visible_error', 'colour_error'];
/** What no composite may have too much of. */
const bounded = ['recoloured'];
/** The mean of the categories, each counting once. */
export const every = 'mean of categories';

/** A line for each experiment, mixing, noise, category and method, in the order in which they come first. */
export function summaries(results: readonly Result[]): Summary[] {
  const found: Summary[] = [];
  for (const condition of groups(results, ({ experiment, linear, noisy }) => `${experiment} ${linear} ${noisy}`)) {
    const categories = [...new Set(condition.map(({ category }) => category))].sort();
    const named = categories.map((category) => [category, [category]] as const);
    for (const [category, chosen] of categories.length > 1 ? [...named, [every, categories] as const] : named) {
      for (const method of new Set(condition.map((result) => result.method))) {
        const strata = chosen.map((each) => condition.filter((result) => result.category === each));
        found.push({ ...summaryOf(strata, method), category });
      }
    }
  }
  return found;
}

/** @param strata results of each category */
function summaryOf(strata: readonly Result[][], method: string): Summary {
  const own = strata.map((results) => results.filter((result) => result.method === method));
  const [{ experiment, noisy, linear, category, row }] = own.flat();
  const mean = Object.fromEntries(
    Object.keys(row).map((metric) => [
      metric,
      rounded(meanOf(own.map((results) => meanOf(results.map((result) => result.row[metric]))))),
    ]),
  );
  const most = Object.fromEntries(
    bounded.flatMap((metric) => {
      const values = own.flat().map((result) => result.row[metric]);
      const there = values.filter((value) => Number.isFinite(value));
      return there.length > 0 ? [[metric, rounded(Math.max(...there))]] : [];
    }),
  );
  const ratio = Object.fromEntries(
    (method === reference ? [] : compared).flatMap((metric) => {
      const ratios = strata
        .map((results) => ratiosBySubject(results, method, metric))
        .filter(({ length }) => length > 0);
      return ratios.length > 0 ? [[metric, interval(ratios)]] : [];
    }),
  );
  return {
    experiment,
    noisy,
    linear,
    category,
    method,
    composites: own.flat().length,
    subjects: new Set(own.flat().map(({ subject }) => subject)).size,
    mean,
    most,
    ratio,
  };
}

/** For each subject the ratios of its composites; composites on which the reference is without error do not count. */
function ratiosBySubject(results: readonly Result[], method: string, metric: string): number[][] {
  const plain = new Map(results.filter((each) => each.method === reference).map((each) => [each.scene, each.row]));
  return groups(
    results.filter((result) => result.method === method),
    ({ subject }) => subject,
  )
    .map((ofSubject) =>
      ofSubject
        .map(({ scene, row }) => row[metric] / (plain.get(scene)?.[metric] ?? Number.NaN))
        .filter((value) => Number.isFinite(value)),
    )
    .filter(({ length }) => length > 0);
}

const draws = 1000;

function interval(strata: readonly (readonly number[][])[]): Ratio {
  const next = generator(5);
  const mean = (chosen: readonly (readonly number[][])[]) => meanOf(chosen.map((subjects) => meanOf(subjects.flat())));
  const drawn = Array.from({ length: draws }, () =>
    mean(strata.map((subjects) => subjects.map(() => subjects[Math.floor(next() * subjects.length)]))),
  ).sort((a, b) => a - b);
  return {
    value: rounded(mean(strata)),
    from: rounded(drawn[Math.floor(draws * 0.025)]),
    to: rounded(drawn[Math.ceil(draws * 0.975) - 1]),
  };
}

/** Of the numbers among them. */
function meanOf(values: readonly number[]): number {
  const there = values.filter((value) => Number.isFinite(value));
  return there.reduce((sum, value) => sum + value, 0) / there.length;
}

function rounded(value: number): number {
  return Number(value.toPrecision(4));
}

function groups<Item>(items: readonly Item[], key: (item: Item) => string): Item[][] {
  const found = new Map<string, Item[]>();
  for (const item of items) {
    const group = found.get(key(item));
    if (group) group.push(item);
    else found.set(key(item), [item]);
  }
  return [...found.values()];
}

/** A heading with the measurement, then a line for each summary. */
export function asJson(measured: Readonly<Record<string, unknown>>, found: readonly Summary[]): string {
  const lines = found.map((summary) => `    ${JSON.stringify(summary)}`);
  return `{\n  "measured": ${JSON.stringify(measured)},\n  "results": [\n${lines.join(',\n')}\n  ]\n}\n`;
}

/** A table for each experiment and way of mixing: ratios to the reference, its own numbers in its rows. */
export function asMarkdown(found: readonly Summary[]): string {
  return groups(found, ({ experiment, linear }) => `${experiment} ${linear}`)
    .map((table) => {
      const [{ experiment, linear }] = table;
      const title = `${titles[experiment]}, mixed in ${linear ? 'linear light' : 'sRGB values'}`;
      const conditions = [...new Set(table.map(({ noisy }) => noisy))];
      const heads = [...compared, ...bounded.map((metric) => `most ${metric}`)].flatMap((metric) =>
        conditions.map((noisy) => `${metric.replace('_', ' ').replace('sad', 'SAD')}, ${noisy ? 'noisy' : 'clean'}`),
      );
      const rows = groups(table, ({ category, method }) => `${category} ${method}`).map((summaries) => {
        const [{ category, method, subjects, composites }] = summaries;
        const under = (noisy: boolean) => summaries.find((each) => each.noisy === noisy);
        const cells = [
          ...compared.flatMap((metric) => conditions.map((noisy) => cell(under(noisy), metric))),
          ...bounded.flatMap((metric) => conditions.map((noisy) => share(under(noisy)?.most[metric]))),
        ];
        return `| ${[category, method, `${subjects} / ${composites}`, ...cells].join(' | ')} |`;
      });
      const columns = ['category', 'method', 'subjects / composites', ...heads];
      return [`**${title}**`, '', `| ${columns.join(' | ')} |`, `|${columns.map(() => '---|').join('')}`, ...rows].join(
        '\n',
      );
    })
    .join('\n\n');
}

function cell(summary: Summary | undefined, metric: string): string {
  if (!summary) return '';
  const ratio = summary.ratio[metric];
  if (!ratio) return Number.isFinite(summary.mean[metric]) ? String(Number(summary.mean[metric].toPrecision(3))) : '';
  // One subject says nothing about others.
  const range = summary.subjects > 1 ? ` (${ratio.from.toFixed(2)}–${ratio.to.toFixed(2)})` : '';
  return `${ratio.value.toFixed(2)}${range}`;
}

function share(value: number | undefined): string {
  return value === undefined ? '' : `${(value * 100).toFixed(1)} %`;
}
