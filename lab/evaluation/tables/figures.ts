/** Tables of `measurements/mattes.md` from the figures that `npm run evaluate-mattes` wrote. */
import { readFileSync } from 'node:fs';
import { inProject } from '../../../src/local/root.ts';
import { table } from '../bench/table.ts';
import { type Experiment, every, type Summary } from '../mattes/summary.ts';

/** One column: a ratio to the plain way, of clean or noisy composites. */
interface Column {
  readonly heading: string;
  readonly method: string;
  readonly metric: string;
  readonly noisy: boolean;
}

const exactColumns: readonly Column[] = [
  ...pair('band SAD', 'guided', 'band_sad'),
  ...pair('colour error', 'coloured', 'colour_error'),
  ...pair('visible error', 'coloured', 'visible_error'),
];
const networkColumns: readonly Column[] = [
  { heading: 'passes: band SAD, clean', method: 'looks', metric: 'band_sad', noisy: false },
  ...pair('default: band SAD', 'coloured', 'band_sad'),
  ...pair('refined: band SAD', 'refined', 'band_sad'),
  ...pair('refined: visible error', 'refined', 'visible_error'),
];

/** Each table by the name that its marks in a page have. */
export const tables: Readonly<Record<string, () => string>> = {
  'mattes-exact': () => ratios(readFigures('mattes-exact.json'), exactColumns, [['exact', '']]),
  'mattes-network': () =>
    ratios(readFigures('mattes-network.json'), networkColumns, [
      ['network', ''],
      ['found', ', where found'],
    ]),
};

function pair(heading: string, method: string, metric: string): Column[] {
  return [
    { heading: `${heading}, clean`, method, metric, noisy: false },
    { heading: 'noisy', method, metric, noisy: true },
  ];
}

function readFigures(name: string): readonly Summary[] {
  return JSON.parse(readFileSync(inProject('lab', 'evaluation', 'measurements', name), 'utf8')).results;
}

/** A row for each category of the first experiment and for the mean of each. Intervals where rows are means of categories. */
function ratios(
  figures: readonly Summary[],
  columns: readonly Column[],
  experiments: readonly (readonly [name: Experiment, words: string])[],
): string {
  const [[first]] = experiments;
  const categories = new Set(figures.filter(({ experiment }) => experiment === first).map(({ category }) => category));
  const wanted: [Experiment, string, string][] = [...categories]
    .filter((category) => category !== every)
    .map((category) => [first, category, category]);
  for (const [name, words] of experiments) wanted.push([name, every, `**${every}**${words}`]);
  const rows = wanted.map(([experiment, category, heading]) => [
    heading,
    ...columns.map(({ method, metric, noisy }) => {
      const found = figures.find(
        (each) =>
          each.experiment === experiment &&
          each.category === category &&
          each.method === method &&
          each.noisy === noisy &&
          !each.linear,
      );
      return found ? inWords(found.ratio[metric], category === every) : '';
    }),
  ]);
  return table(['', ...columns.map(({ heading }) => heading)], rows);
}

function inWords({ value, from, to }: Summary['ratio'][string], withInterval: boolean): string {
  const [middle, least, most] = [value, from, to].map((ratio) => ratio.toFixed(2));
  return withInterval ? `${middle} (${least}–${most})` : middle;
}
