/** Places in a picture that belong to the subject, or to its background: `keep_points` and `drop_points`. */
import { type AnyTask, asJson } from './operation.ts';
import { type Option, shown, wrongValue } from './options.ts';
import { type Length, readLength } from './output/margin.ts';
import { invalid, type Refusal } from './refusals.ts';

/** A place in the upright picture, as a caller wrote it. Percent are of the picture's width, or of its height. */
export interface AskedPoint {
  readonly x: Length;
  readonly y: Length;
}

/** Each place once, in one order whatever the caller's. */
export interface AskedPoints {
  readonly keep: readonly AskedPoint[];
  readonly drop: readonly AskedPoint[];
}

/** Of a task that can be given points. */
export interface WithPoints {
  /** Absent where none was sent. */
  readonly points?: AskedPoints;
}

export type PointsField = 'keep_points' | 'drop_points';

/** Most points of a call, of both kinds together. */
export const mostPoints = 32;

export const noSegmenter = 'There is no point segmenter in this deployment, so it takes no points';

// What detectors print has up to twenty decimals.
const decimals = '(?:\\.\\d{1,20})?';
const percent = `(?:\\d{1,2}${decimals}|100(?:\\.0{1,20})?)%`;
const length = `(?:\\d{1,5}${decimals}(?:px)?|${percent})`;
const point = `${length} +${length}`;
const onePoint = new RegExp(`^ *${point} *$`);
const allPoints = new RegExp(`^(?:${point}(?: *; *${point})*)?$`);

/** The options of operations 1 to 4. */
export const keepPoints = pointsField(
  `Places that belong to the subject: \`x y\` pairs with \`;\` between, in the upright picture before any downscale, each number in pixels from 0 or in percent of the picture's side. The part on which each is becomes opaque. With \`drop_points\` at most ${mostPoints}. It needs a deployment with a point segmenter.`,
  '50% 40%; 62.5% 30%',
  'the left arm',
);
export const dropPoints = pointsField(
  'Places that belong to the background, as `keep_points`. The part on which each is becomes transparent.',
  '12% 88%',
  '120% 50%',
);

function pointsField(meaning: string, example: string, wrong: string): Option<readonly AskedPoint[] | undefined> {
  return {
    meaning,
    values: [],
    schema: { type: 'string', pattern: allPoints.source, examples: [example], description: meaning },
    wrong: [{ problem: 'is not `x y` pairs in pixels or percent', example: wrong }],
    beyondContract: true,
    read(value, name) {
      if (value === undefined || value === '') return undefined;
      if (typeof value === 'string' && allPoints.test(value)) return value.split(';').map(readPoint);
      const part = typeof value === 'string' ? value.split(';').find((each) => !isPoint(each)) : undefined;
      const expected = "'x y' in pixels or in 0% to 100%, with ';' between points,";
      throw wrongValue(name, `Expected ${expected} for ${name} but received ${shown(part ?? value)}`, 'value_error');
    },
  };
}

/** Whether a value is one point as text. */
export function isPoint(value: unknown): value is string {
  return typeof value === 'string' && onePoint.test(value);
}

/**
 * The points of a call. Those that are written as the same place count once.
 * @returns undefined where there are none
 * @throws Refused 422 for more than `mostPoints`, and for a place that is to be kept and to be dropped in any picture
 */
export function pointsOf(keep: readonly AskedPoint[] = [], drop: readonly AskedPoint[] = []): AskedPoints | undefined {
  const points = { keep: inOrder(keep), drop: inOrder(drop) };
  const count = points.keep.length + points.drop.length;
  if (count === 0) return undefined;
  if (count > mostPoints) {
    const field = points.keep.length > mostPoints ? 'keep_points' : 'drop_points';
    const limit = `At most ${mostPoints} points may be sent in keep_points and drop_points together`;
    throw wrongValue(field, `${limit}, and there are ${count}`, 'value_error');
  }
  const both = points.drop.find((dropped) => points.keep.some((kept) => areOnePlace(kept, dropped)));
  if (both) {
    const place = `drop_points has ${writtenPoint(both)}, where keep_points has a point too`;
    throw wrongValue('drop_points', `${place}; a place is kept or dropped`, 'value_error');
  }
  return points;
}

/** @throws Refused 422 where a task has points and the deployment has no point segmenter */
export function checkPoints({ points }: AnyTask & WithPoints, deployment: { readonly pointSegmenter?: boolean }): void {
  if (points && !deployment.pointSegmenter) throw wrongValue(fieldOf(points), noSegmenter, 'value_error');
}

/** For the reference. */
export const pointContradictions = [
  {
    when: 'The same place is in `keep_points` and in `drop_points`',
    given: { keep_points: '50% 40%', drop_points: '12% 88%; 50% 40%' },
  },
  {
    when: `More than ${mostPoints} points were sent, in \`keep_points\` and \`drop_points\` together`,
    given: { keep_points: Array.from({ length: mostPoints + 1 }, (_, at) => `${at} 0`).join('; ') },
  },
] as const;

/** How a task carries them. */
export const pointsOption = asJson<AskedPoints>();

/** 422: a point cannot be used with this picture. @param problem what is wrong, and what to do */
export function pointRefused(
  field: PointsField,
  problem: string,
  code: 'VALIDATION_ERROR' | 'POINT_NOT_FOUND' = 'VALIDATION_ERROR',
): Refusal {
  return invalid(['body', field], problem, 'value_error', code);
}

/** Each refusal of points that depends on the picture or the deployment, with an example, for the reference. */
export function pointFaults(): readonly { readonly when: string; readonly refusal: Refusal }[] {
  return [
    {
      when: 'A point is outside the picture, or outside `roi`',
      refusal: pointRefused('keep_points', 'The point 4100 20 is outside of the picture of 4000x3000 pixels'),
    },
    {
      when: 'A point to keep and one to drop are within 1 % of the longer side of each other',
      refusal: pointRefused(
        'drop_points',
        'The points 815 338 to drop and 812 340 to keep are less than 1 % of the longer side apart',
      ),
    },
    { when: 'This deployment has no point segmenter', refusal: pointRefused('keep_points', noSegmenter) },
    {
      when: 'The point segmenter finds no part that holds the point',
      refusal: pointRefused('keep_points', 'No part of the image was found at the point 812 340', 'POINT_NOT_FOUND'),
    },
  ];
}

function fieldOf({ keep }: AskedPoints): PointsField {
  return keep.length > 0 ? 'keep_points' : 'drop_points';
}

/** @param text of `onePoint` */
function readPoint(text: string): AskedPoint {
  const [x, y] = text.trim().split(/ +/).map(readLength);
  return { x, y };
}

function writtenPoint({ x, y }: AskedPoint): string {
  return `${x.value}${x.unit} ${y.value}${y.unit}`;
}

function inOrder(points: readonly AskedPoint[]): AskedPoint[] {
  const byText = new Map(points.map((each) => [writtenPoint(each), each]));
  return [...byText].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, each]) => each);
}

/** Whether two points are too close to each other in every picture: one pixel, or less than a percent apart. */
function areOnePlace(one: AskedPoint, other: AskedPoint): boolean {
  return Math.hypot(percentApart(one.x, other.x), percentApart(one.y, other.y)) < 1;
}

/** How far apart two lengths are; infinite where only a picture says it. */
function percentApart(one: Length, other: Length): number {
  if (one.unit !== other.unit) return Number.POSITIVE_INFINITY;
  if (one.unit === '%') return Math.abs(one.value - other.value);
  return one.value === other.value ? 0 : Number.POSITIVE_INFINITY;
}
