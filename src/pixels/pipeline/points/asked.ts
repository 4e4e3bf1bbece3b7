/** The points of a task. */
import { type AskedPoints, noSegmenter } from '../../../contract/points.ts';
import type { MatteSettings } from '../networks/matte-settings.ts';
import type { Region, Size } from '../plane/region.ts';
import { PointFault } from './fault.ts';
import { fieldOf, type Point, pixelsOf } from './pixels.ts';

/**
 * The pixels that a task points at; none where it has no points.
 * @param picture upright
 * @param box the part that is meant; null for all of it
 * @throws PointFault where they cannot be used, whatever the picture shows
 */
export function askedPoints(
  asked: AskedPoints | undefined,
  { pointSegmenter }: Pick<MatteSettings, 'pointSegmenter'>,
  picture: Size,
  box: Region | null,
): readonly Point[] {
  const points = asked ? pixelsOf(asked, picture, box) : [];
  if (points.length > 0 && !pointSegmenter) {
    throw new PointFault(fieldOf(points[0].kind), 'VALIDATION_ERROR', noSegmenter);
  }
  return points;
}
