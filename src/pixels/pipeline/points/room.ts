/** The memory that points take beside the answer without them. */
import { refiningBytes } from '../refine/room.ts';
import { mostKeptBytes } from './kept-rows.ts';

/** Most tiles of the refiner that touch what points change. */
export const mostTilesOfPoints = 8;

/** What the segmenter is shown, its masks, what changes of a matte, a second matte with its colours, and rows of points. */
export const pointsBytes = 16 * 1024 * 1024 + mostKeptBytes;

/** The same with the tiles of the refiner, by a network of 256 x 256. */
export const refinedPointsBytes = pointsBytes + refiningBytes(256, mostTilesOfPoints);
