import { expect, test } from 'vitest';
import { kinds } from './kinds.ts';
import { checkTemplate, type Naming, tasksOf } from './names.ts';

const [cutout, , , layers] = kinds;
const naming: Naming = {
  out: 'out',
  review: null,
  isFile: false,
  template: '{name}-{layer}.{ext}',
  kind: cutout,
  options: {},
  points: null,
};
const targets = (found: readonly (readonly [file: string, inside: string])[], change: Partial<Naming> = {}) =>
  tasksOf(
    found.map(([file, inside]) => ({ file, inside })),
    { ...naming, ...change },
  ).map((task) => [...task.targets.values()]);

test('results are in the same subfolders as their pictures', () => {
  expect(
    targets([
      ['photos/a.jpg', ''],
      ['photos/x/y/a.jpg', 'x/y'],
    ]),
  ).toEqual([['out/a-cutout.png'], ['out/x/y/a-cutout.png']]);
});

test('each layer has a file, the one that is always there last', () => {
  expect(targets([['a.jpg', '']], { kind: layers })).toEqual([
    ['out/a-cutout.png', 'out/a-shadow.png', 'out/a-view.json'],
  ]);
});

test.each([
  ['{name}.{ext}', { output_format: 'jpeg' }, 'out/a.jpg'],
  ['{command}-{name}-{from}.{ext}', { output_format: 'webp' }, 'out/cutout-a-tiff.webp'],
])('%s with %j', (template, options, expected) => {
  expect(targets([['a.tiff', '']], { template, options })).toEqual([[expected]]);
});

test('without a folder results are beside their pictures, and are no pictures the next time', () => {
  const found = [
    ['p/a.jpg', ''],
    ['p/a-cutout.png', ''],
  ] as const;
  expect(targets(found, { out: null })).toEqual([['p/a-cutout.png']]);
});

test('a folder of points is searched as the pictures are', () => {
  const found = [
    ['photos/a.jpg', ''],
    ['photos/x/b.c.png', 'x'],
  ].map(([file, inside]) => ({ file, inside }));
  const pointsOf = (points: string | null) => tasksOf(found, { ...naming, points }).map((task) => task.points);
  expect(pointsOf('marks')).toEqual(['marks/a.points.json', 'marks/x/b.c.points.json']);
  expect(pointsOf(null)).toEqual([null, null]);
});

test('two pictures for one file, and a result in its picture’s place, are refused', () => {
  expect(() =>
    targets([
      ['a.jpg', ''],
      ['a.png', ''],
    ]),
  ).toThrow(/a.jpg and a.png would both become out.a-cutout.png/);
  expect(() => targets([['a.png', '']], { out: null, template: '{name}.{ext}' })).toThrow('take its place');
});

test.each([
  ['{name}.{extension}', 'received {extension}'],
  ['result.png', 'Expected {name}'],
])('the template %s is refused', (template, words) => {
  expect(() => checkTemplate(template, cutout)).toThrow(words);
});

test('several layers need several names', () => {
  expect(() => checkTemplate('{name}.{ext}', layers)).toThrow('{layer}');
  expect(() => checkTemplate('{name}.{ext}', cutout)).not.toThrow();
});
