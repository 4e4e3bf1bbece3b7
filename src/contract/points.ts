/** Places in a picture that a caller says belong to the subject, or to the background: `keep_points`, `drop_points`. */
import { asJson } from './operation.ts';
import type { Length } from './output/margin.ts';
import { invalid, type Refusal } from './refusals.ts';

/** A place in the upright picture, as a caller wrote it. */
export interface AskedPoint {
  readonly x: Length;
  readonly y: Length;
}

export interface AskedPoints {
  readonly keep: readonly AskedPoint[];
  readonly drop: readonly AskedPoint[];
}

/** Of a task that can be asked for some. */
export interface WithPoints {
  /** Absent where none was sent. */
  readonly points?: AskedPoints;
}

export type PointsField = 'keep_points' | 'drop_points';

/** Most points of a call, of both kinds together. */
export const mostPoints = 32;

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
