/** Means, ratios and intervals of rows that one can count by hand. */
import { describe, expect, test } from 'vitest';
import { asJson, asMarkdown, every, type Result, summaries } from './summary.ts';

const result = (
  [category, subject, scene]: readonly [string, string, number],
  method: string,
  sad: number,
  noisy = false,
  recoloured = Number.NaN,
): Result => ({
  experiment: 'exact',
  linear: false,
  noisy,
  category,
  subject,
  scene: `${subject}-${scene}`,
  method,
  row: { band_sad: sad, visible_error: 2, colour_error: Number.NaN, recoloured },
});

const results = [
  result(['fur', 'bear', 1], 'plain', 10),
  result(['fur', 'bear', 1], 'guided', 5),
  result(['fur', 'bear', 2], 'plain', 1),
  result(['fur', 'bear', 2], 'guided', 1),
  result(['fur', 'cat', 1], 'plain', 4),
  result(['fur', 'cat', 1], 'guided', 3),
  result(['wire', 'bicycle', 1], 'plain', 2),
  result(['wire', 'bicycle', 1], 'guided', 1),
  result(['wire', 'bicycle', 1], 'plain', 3, true),
  result(['wire', 'bicycle', 1], 'guided', 3, true),
];

const of = (category: string, method: string, noisy = false) =>
  summaries(results).find((each) => each.category === category && each.method === method && each.noisy === noisy);

describe('a summary', () => {
  test('has the mean of the ratios, not the ratio of the means', () => {
    expect(of('fur', 'plain')).toMatchObject({ composites: 3, subjects: 2, mean: { band_sad: 5 }, ratio: {} });
    expect(of('fur', 'guided')).toMatchObject({ composites: 3, subjects: 2, mean: { band_sad: 3 } });
    expect(of('fur', 'guided')?.ratio.band_sad.value).toBeCloseTo((0.5 + 1 + 0.75) / 3, 9);
  });

  test('draws subjects, so one subject has no interval and two have their own means as ends', () => {
    expect(of('wire', 'guided')?.ratio.band_sad).toEqual({ value: 0.5, from: 0.5, to: 0.5 });
    expect(of('fur', 'guided')?.ratio.visible_error).toEqual({ value: 1, from: 1, to: 1 });
    expect(of('fur', 'guided')?.ratio.band_sad).toEqual({ value: 0.75, from: 0.75, to: 0.75 });
    const apart = summaries([
      ...results,
      result(['fur', 'owl', 1], 'plain', 1),
      result(['fur', 'owl', 1], 'guided', 3),
    ]);
    const owl = apart.find((each) => each.category === 'fur' && each.method === 'guided');
    expect(owl?.ratio.band_sad.from).toBe(0.75);
    expect(owl?.ratio.band_sad.to).toBe(3);
  });

  test('keeps noisy and clean apart, and counts each category once in the mean of them', () => {
    expect(of('wire', 'guided', true)?.ratio.band_sad.value).toBe(1);
    expect(of(every, 'guided')?.ratio.band_sad.value).toBeCloseTo((0.75 + 0.5) / 2, 9);
    expect(of(every, 'guided')).toMatchObject({ composites: 4, subjects: 3 });
    expect(of(every, 'plain', true)).toBeUndefined();
  });

  test('has the worst composite of what has to hold in each', () => {
    const some = [0.01, 0.2, Number.NaN].map((share, scene) =>
      result(['fur', 'bear', scene], 'guided', 1, false, share),
    );
    expect(summaries(some)[0].most).toEqual({ recoloured: 0.2 });
    expect(asMarkdown(summaries(some))).toContain('| 20.0 % |');
    expect(of('fur', 'guided')?.most).toEqual({});
  });

  test('leaves out what cannot be divided', () => {
    expect(of('fur', 'guided')?.ratio).not.toHaveProperty('colour_error');
  });
});

test('the file is JSON with a line for each summary', () => {
  const text = asJson({ scenes: 4 }, summaries(results));
  expect(JSON.parse(text)).toMatchObject({ measured: { scenes: 4 } });
  expect(text.split('\n').filter((line) => line.includes('"band_sad"')).length).toBe(summaries(results).length);
});

test('the tables have a row for each method with clean and noisy side by side', () => {
  const text = asMarkdown(summaries(results));
  expect(text).toContain('**Exact coarse alpha, mixed in sRGB values**');
  expect(text).toContain('| wire | guided | 1 / 1 | 0.50 | 1.00 | 1.00 |');
  expect(text).toContain('| fur | guided | 2 / 3 | 0.75 (0.75–0.75) |  | 1.00 (1.00–1.00) |');
  expect(text).toContain('| fur | plain | 2 / 3 | 5 |  | 2 |');
});
