/** What charts draw: heights, what is seen of small values and of days without any, names of days, and what is said of them. */
import { expect, test } from 'vitest';
import { attributeOf, partsOf, textOf } from '../testing/html.ts';
import { htmlOf } from '../testing/visit.ts';
import { DayChart, type DayChartProps, SparkLine, topOf } from './chart.tsx';

const dayMs = 86_400_000;
const daysOf = (count: number) =>
  Array.from({ length: count }, (_, index) => Date.UTC(2026, 10, 26) - (count - 1 - index) * dayMs);
const chart = (changes: Partial<DayChartProps> = {}) =>
  htmlOf(
    DayChart({
      label: 'Calls',
      days: daysOf(2),
      kind: 'bars',
      series: [
        { name: 'Successes', tone: 'accent', values: [0, 7] },
        { name: 'Refusals', tone: 'grey', values: [0, 2] },
      ],
      write: String,
      ...changes,
    }),
  );
const shapes = (html: string, tag: string, words: string) =>
  (html.match(new RegExp(`<${tag} class="${words}[^>]*>`, 'g')) ?? []).map((shape) =>
    ['class', 'x1', 'y1', 'x2', 'y2'].map((name) => attributeOf(shape, name)).join(' '),
  );

test('bars are stacked on a scale that ends above the highest, and a day without calls has its place', async () => {
  const html = await chart();
  expect(partsOf(html, 'span').slice(0, 3).map(textOf)).toEqual(['10', '5', '0']);
  expect(shapes(html, 'line', 'bar')).toEqual([
    'bar 25% 160 25% 158',
    'bar accent 75% 160 75% 48',
    'bar grey 75% 48 75% 16',
  ]);
});

test('a single call among thousands is seen', async () => {
  const html = await chart({ series: [{ name: 'Calls', tone: 'accent', values: [4000, 1] }] });
  expect(shapes(html, 'line', 'bar accent').at(-1)).toBe('bar accent 75% 160 75% 158');
});

test('lines have a point for each day that has a value, and go over those without', async () => {
  const one = { name: 'Median', tone: 'accent', values: [null, 500] } as const;
  const lonely = await chart({ kind: 'lines', series: [one] });
  expect(lonely.match(/<circle/g)).toHaveLength(1);
  expect(shapes(lonely, 'line', 'line')).toEqual([]);
  const gap = await chart({ kind: 'lines', days: daysOf(3), series: [{ ...one, values: [500, null, 1000] }] });
  expect(shapes(gap, 'line', 'line')).toEqual(['line accent 16.67% 80 83.33% 0']);
});

test.each([
  [7, ['20 Nov', '21 Nov', '22 Nov', '23 Nov', '24 Nov', '25 Nov', '26 Nov']],
  [30, ['29 Oct', '5 Nov', '12 Nov', '19 Nov', '26 Nov']],
  [90, ['3 Sep', '24 Sep', '15 Oct', '5 Nov', '26 Nov']],
])('of %i days some have their names below, today always', async (count, names) => {
  const html = await chart({ days: daysOf(count), series: [{ name: 'Calls', tone: 'accent', values: [] }] });
  expect(partsOf(html, 'text').map(textOf)).toEqual(names);
});

test('each day says what it had, and the whole what it is; one series needs no legend', async () => {
  const html = await chart();
  expect(partsOf(html, 'title').map(textOf)).toEqual([
    '25 Nov: Successes 0, Refusals 0',
    '26 Nov: Successes 7, Refusals 2',
  ]);
  expect(partsOf(html, 'svg').map((svg) => [attributeOf(svg, 'role'), attributeOf(svg, 'aria-label')])).toEqual([
    ['img', 'Calls'],
  ]);
  expect(textOf(partsOf(html, 'figcaption')[0])).toBe('Successes Refusals');
  const [alone] = [await chart({ series: [{ name: 'Calls', tone: 'accent', values: [null, 1] }] })];
  expect(partsOf(alone, 'figcaption')).toEqual([]);
  expect(textOf(partsOf(alone, 'title')[0])).toBe('25 Nov: Calls –');
});

test('a scale ends at an even number, not far above the highest value', () => {
  expect([0, 1, 2, 3, 5, 9, 11, 29, 31, 101, 999, 1001].map(topOf)).toEqual([
    ...[2, 2, 2, 4, 6, 10, 12, 30, 40, 120, 1000, 1200],
  ]);
  for (let most = 1; most < 100_000; most = Math.ceil(most * 1.1)) {
    const top = topOf(most);
    expect([most, top >= most, top % 2, top <= Math.max(2, most * 1.6)]).toEqual([most, true, 0, true]);
  }
});

test('a small line goes from edge to edge, on the ground where there is nothing', async () => {
  const line = async (values: readonly number[]) => attributeOf(await lineOf(values), 'points');
  const lineOf = async (values: readonly number[]) =>
    /<polyline[^>]*>/.exec(await htmlOf(SparkLine({ label: 'Calls', values })))?.[0] ?? '';
  expect(await line([0, 5, 10])).toBe('2,22 48,12 94,2');
  expect(await line([0, 0, 0])).toBe('2,22 48,22 94,22');
});
