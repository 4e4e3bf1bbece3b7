import { describe, expect, it } from 'vitest';
import { carCutout, carCutoutBase64 } from './operations/car-cutout.ts';
import { carLayersBase64 } from './operations/car-layers.ts';
import { cutout, cutoutBase64 } from './operations/cutout.ts';
import { matte, matteBase64 } from './operations/matte.ts';
import type { ProcessingOperation } from './operations.ts';
import { checkPoints, dropPoints, keepPoints, mostPoints, pointFaults, pointsOption } from './points.ts';
import { Refused } from './refusals.ts';
import { readFields } from './removebg/fields.ts';
import { refusedItem } from './testing/refused-item.ts';

const px = (value: number) => ({ value, unit: 'px' });
const percent = (value: number) => ({ value, unit: '%' });
const subjects: readonly ProcessingOperation[] = [cutout, cutoutBase64, matte, matteBase64];
const cars: readonly ProcessingOperation[] = [carCutout, carCutoutBase64, carLayersBase64];
/** That many points, each of another place. */
const many = (count: number, y = 0) => Array.from({ length: count }, (_, at) => `${at * 2} ${y}`).join(';');

describe('places in a text', () => {
  it.each([
    ['10 20', [[px(10), px(20)]]],
    [
      '0 0;99999px 0.5',
      [
        [px(0), px(0)],
        [px(99_999), px(0.5)],
      ],
    ],
    [
      '0% 100%  ; 12.5%   100.00%',
      [
        [percent(0), percent(100)],
        [percent(12.5), percent(100)],
      ],
    ],
    ['812.3333333333334 40%', [[px(812.3333333333334), percent(40)]]],
  ])('%s are read', (text, expected) => {
    const points = expected.map(([x, y]) => ({ x, y }));
    expect(keepPoints.read(text, 'keep_points')).toEqual(points);
    expect(dropPoints.read(text, 'drop_points')).toEqual(points);
  });

  it.each([undefined, ''])('%j are none', (value) => {
    expect(keepPoints.read(value, 'keep_points')).toBeUndefined();
  });

  it.each([
    ['the left arm', "'the left arm'"],
    ['10', "'10'"],
    ['10 20 30', "'10 20 30'"],
    ['10 20;;30 40', 'an empty text'],
    ['10 20;', 'an empty text'],
    ['10 20; 30 4o', "' 30 4o'"],
    ['-1 20', "'-1 20'"],
    ['10 -0.5%', "'10 -0.5%'"],
    ['100.1% 20', "'100.1% 20'"],
    ['101% 20', "'101% 20'"],
    ['1e3 20', "'1e3 20'"],
    ['NaN NaN', "'NaN NaN'"],
    ['Infinity 0', "'Infinity 0'"],
    ['10em 20', "'10em 20'"],
    ['10,20', "'10,20'"],
    ['10\t20', "'10\t20'"],
    [' ', "' '"],
    [' 10 20', "' 10 20'"],
    ['１０ ２０', "'１０ ２０'"],
    [10, '10'],
    [true, 'true'],
    [[10, 20], 'an array'],
    [{ x: 10, y: 20 }, 'an object'],
  ])('%j are refused, with the part that is wrong', (value, received) => {
    for (const [name, option] of [
      ['keep_points', keepPoints],
      ['drop_points', dropPoints],
    ] as const) {
      expect(refusedItem(() => option.read(value, name))).toEqual({
        loc: ['body', name],
        msg: `Expected 'x y' in pixels or in 0% to 100%, with ';' between points, for ${name} but received ${received}`,
        type: 'value_error',
      });
    }
  });

  it('that are long and wrong are refused with a short message', () => {
    const long = `${'1 1;'.repeat(10_000)}${' '.repeat(20_000)}x`;
    expect(refusedItem(() => keepPoints.read(long, 'keep_points')).msg.length).toBeLessThan(200);
  });
});

describe.each(subjects)('the points of $name', ({ options, read }) => {
  const parse = (keep_points?: unknown, drop_points?: unknown) => {
    const task = read(new Map(Object.entries({ keep_points, drop_points })));
    return 'points' in task ? task.points : undefined;
  };

  it('are two of its options, and absent where neither is sent', () => {
    expect(options).toMatchObject({ keep_points: keepPoints, drop_points: dropPoints });
    for (const nothing of [undefined, null, '']) expect(parse(nothing, nothing)).toBeUndefined();
  });

  it('are those of either kind', () => {
    expect(parse('10 20')).toEqual({ keep: [{ x: px(10), y: px(20) }], drop: [] });
    expect(parse(null, '5% 6%')).toEqual({ keep: [], drop: [{ x: percent(5), y: percent(6) }] });
  });

  it('count once where they are equal, and have one order', () => {
    const points = parse('5% 6%; 10 20', '90 90; 80 80');
    expect(parse('10px 20.0; 5% 6%;10 20', '80 80; 90 90; 90 90px')).toEqual(points);
    expect(points?.keep).toHaveLength(2);
  });

  it('go to the image lane and come back', () => {
    const points = parse('10 20; 5% 6%', '90 90');
    expect(pointsOption.read(pointsOption.write(points))).toEqual(points);
    expect(pointsOption.read(null)).toBeUndefined();
  });

  it(`are at most ${mostPoints}, of both kinds together, each place counted once`, () => {
    expect(parse(many(20), many(12, 9))?.keep).toHaveLength(20);
    expect(parse(`${many(mostPoints)};${many(mostPoints)}`)?.keep).toHaveLength(mostPoints);
    const limit = 'At most 32 points may be sent in keep_points and drop_points together';
    const refused = (keep: string, drop?: string) => refusedItem(() => parse(keep, drop));
    expect(refused(many(33))).toEqual({
      loc: ['body', 'keep_points'],
      msg: `${limit}, and there are 33`,
      type: 'value_error',
    });
    expect(refused(many(20), many(13, 9))).toMatchObject({ loc: ['body', 'drop_points'], type: 'value_error' });
    expect(refused(many(10_000)).msg).toBe(`${limit}, and there are 10000`);
  });

  it.each([
    ['10 20', '30 40; 10px 20', '10px 20px'],
    ['50% 40%', '50% 40%', '50% 40%'],
    ['50% 40%', '50.6% 40.6%', '50.6% 40.6%'],
    ['10 40%', '10 40.9%', '10px 40.9%'],
  ])('to keep at %s and to drop at %s are one place in every picture', (keep, drop, place) => {
    expect(refusedItem(() => parse(keep, drop))).toEqual({
      loc: ['body', 'drop_points'],
      msg: `drop_points has ${place}, where keep_points has a point too; a place is kept or dropped`,
      type: 'value_error',
    });
  });

  it.each([
    ['10 20', '10 21'],
    ['50% 40%', '51% 40%'],
    ['50% 40%', '50.8% 40.8%'],
    ['10 20', '10% 20%'],
  ])('to keep at %s and to drop at %s may be two', (keep, drop) => {
    expect(parse(keep, drop)).toMatchObject({ keep: [expect.anything()], drop: [expect.anything()] });
  });

  it('need a deployment with a segmenter', () => {
    const ofTask = (keep: string, drop: string) =>
      read(new Map(Object.entries({ keep_points: keep, drop_points: drop })));
    for (const [keep, drop, field] of [
      ['1 2', '9 9', 'keep_points'],
      ['', '9 9', 'drop_points'],
    ] as const) {
      checkPoints(ofTask(keep, drop), { pointSegmenter: true });
      expect(refusedItem(() => checkPoints(ofTask(keep, drop), { pointSegmenter: false }))).toEqual({
        loc: ['body', field],
        msg: 'There is no point segmenter in this deployment, so it takes no points',
        type: 'value_error',
      });
    }
    checkPoints(ofTask('', ''), {});
  });
});

it.each(cars)('$name has none', ({ options, read }) => {
  expect(Object.keys(options).filter((name) => name.endsWith('_points'))).toEqual([]);
  const task = read(new Map([['keep_points', 'no points']]));
  expect(task).not.toHaveProperty('points');
  expect(() => checkPoints(task, {})).not.toThrow();
});

it('the remove.bg compatibility API has none', () => {
  const given = { size: 'auto', keep_points: '10 20', drop_points: 'no points' };
  expect(readFields(new Map(Object.entries(given))).task).not.toHaveProperty('points');
});

it('what the reference shows beside is a 422 of one of the fields', () => {
  for (const { refusal } of pointFaults()) {
    const { loc } = refusedItemOf(refusal);
    expect(loc).toEqual(['body', expect.stringMatching(/^(keep|drop)_points$/)]);
    expect(refusal.status).toBe(422);
  }
  expect(pointFaults().map(({ refusal }) => refusal.code)).toContain('POINT_NOT_FOUND');
});

function refusedItemOf(refusal: Refused['refusal']) {
  return refusedItem(() => {
    throw new Refused({ ...refusal, code: 'VALIDATION_ERROR' });
  });
}
