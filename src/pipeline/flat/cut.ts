/** Graphics on one colour are cut by colour: exact where a network guesses (docs/decisions/0038-flat-backgrounds.md). */
import type { EdgeCleaner } from '../compose.ts';
import type { AlphaSource } from '../edges/alpha-source.ts';
import { speckShare } from '../matte.ts';
import type { ImageType } from '../passes/classify.ts';
import type { Picture } from '../picture/picture.ts';
import type { Point } from '../points/pixels.ts';
import { type Background, backgroundOf } from './background.ts';
import { cellsOf } from './cells.ts';
import { clickedParts, withClickedParts } from './clicked.ts';
import { flatShare } from './drawn.ts';
import { Flood } from './flood.ts';
import { localBackground } from './local-background.ts';
import { drawn, open, regionsOf } from './regions.ts';
import { fitsWindow } from './room.ts';
import { FlatSampler } from './sampler.ts';
import { toleranceOf } from './tolerance.ts';
import { unmixer } from './unmix.ts';

/** Largest probability of a photograph: a base, and more for flatter pictures. */
const mostPhoto = 0.02;
const mostPhotoByFlat = 0.3;
/** Root mean square of the background's noise that drawings stay below, in levels. */
const mostNoise = 0.8;

/** Measured: microseconds that a cell takes to be flooded, of which there are at most two million. */
const floodedCellUs = 0.05;

/** The result of cutting by colour. */
export interface FlatCut {
  readonly alpha: AlphaSource;
  /** Whether anything is drawn on the background. */
  readonly found: boolean;
  /** The subject's own colours in soft pixels. */
  cleaner(): EdgeCleaner;
}

/**
 * The flat background of a graphic. Pictures that the classifier takes for photographs have none. Its steps are for `inTurns`.
 * @param type what the classifier says; null where it says nothing
 * @returns null for every other picture
 */
export function* flatBackgroundOf(
  picture: Picture,
  type: ImageType | null,
): Generator<number, Background | null, void> {
  if (!type || type.photo > mostPhoto + mostPhotoByFlat || !fitsWindow(picture)) return null;
  const border = yield* backgroundOf(picture);
  if (!border || border.noise > mostNoise) return null;
  const share = yield* flatShare(picture, border);
  return type.photo > mostPhoto + mostPhotoByFlat * share ? null : border;
}

/**
 * Cuts a graphic out of its flat background. Its steps are for `inTurns`.
 * @param border what `flatBackgroundOf` says
 * @param points each of which takes the region of one colour that it lies on
 */
export function* cutByColour(
  picture: Picture,
  border: Background,
  points: readonly Point[] = [],
): Generator<number, FlatCut, void> {
  const compared = yield* cellsOf(picture, border);
  const floodUs = compared.most.length * floodedCellUs;
  const flood = new Flood(compared);
  const background = yield* localBackground(picture, border, compared, flood);
  yield floodUs;
  const cells = yield* cellsOf(picture, background);
  const tolerance = toleranceOf(background, cells);
  const regions = regionsOf(cells, tolerance, flood);
  yield floodUs;
  const parts = yield* clickedParts(picture, points, background, flood);
  const isDropped = (cell: number) => parts.some(({ kind, regions: of }) => kind === 'drop' && of[cell] === open);
  const shown = regions.reduce((sum, region, cell) => (region === drawn && !isDropped(cell) ? sum + 1 : sum), 0);
  const cut: FlatCut = {
    alpha: {
      looksAtPicture: false,
      sampler: () => new FlatSampler({ picture, background, cells, tolerance, regions }),
    },
    found: shown > speckShare * regions.length || parts.some(({ kind }) => kind === 'keep'),
    cleaner: () => unmixer(background, picture.widthPx),
  };
  return parts.length === 0 ? cut : withClickedParts(cut, parts, picture);
}
