/** Graphics on one colour are cut by colour: exact where a network guesses (docs/decisions/0038-flat-backgrounds.md). */

import type { Holes } from '../../../contract/holes.ts';
import type { AlphaSource } from '../edges/alpha-source.ts';
import type { ImageType } from '../passes/classify.ts';
import type { Picture } from '../picture/picture.ts';
import { speckShare } from '../plane/matte.ts';
import type { Point } from '../points/pixels.ts';
import type { EdgeCleaner } from '../rows/compose.ts';
import { type Background, backgroundOf } from './background.ts';
import { cellsOf } from './cells.ts';
import { type ClickedPart, clickedParts, withClickedParts } from './clicked.ts';
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
/** Flat share from which on pixels say themselves that a picture was drawn; else the classifier has to be as sure as this. */
const drawnFrom = 0.06;
const mostPhotoUnseen = 0.01;
/** Root mean square of the background's noise that drawings stay below, in levels; and that of paper, where the classifier is as sure. */
const mostNoise = 0.8;
const mostGrain = 2;

/**
 * Share of what is not of the background's colour from which on an answer is to be reviewed where so much of it was taken for ringing.
 * Of thin strokes in a file of low quality half of it is, and rightly.
 */
const mostDropped = 0.75;

/** Measured: microseconds that a cell takes to be flooded, of which there are at most two million. */
const floodedCellUs = 0.05;

/** The result of cutting by colour. */
export interface FlatCut {
  readonly alpha: AlphaSource;
  /** Whether anything is drawn on the background. */
  readonly found: boolean;
  /** 0 where all that is not of the background's colour was kept, a half where most was taken for ringing; 1 if nothing was found. */
  readonly uncertainty: number;
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
  if (!border || border.noise > (type.photo > mostPhotoUnseen ? mostNoise : mostGrain)) return null;
  const share = yield* flatShare(picture, border);
  const most = share < drawnFrom ? mostPhotoUnseen : mostPhoto + mostPhotoByFlat * share;
  return type.photo > most ? null : border;
}

/**
 * Cuts a graphic out of its flat background. Its steps are for `inTurns`.
 * @param border what `flatBackgroundOf` says
 * @param points each of which takes the region of one colour that it lies on
 * @param holes which are open whatever is in them, or none; left out, that decides
 */
export function* cutByColour(
  picture: Picture,
  border: Background,
  points: readonly Point[] = [],
  holes?: Holes,
): Generator<number, FlatCut, void> {
  const compared = yield* cellsOf(picture, border);
  const floodUs = compared.most.length * floodedCellUs;
  const flood = new Flood(compared);
  const background = yield* localBackground(picture, border, compared, flood);
  yield floodUs;
  const cells = background === border ? compared : yield* cellsOf(picture, background);
  const tolerance = toleranceOf(background, cells);
  const { of: regions, droppedShare } = regionsOf(cells, tolerance, flood, holes);
  yield floodUs;
  const parts = yield* clickedParts(picture, points, background, flood);
  const shown = countShown(regions, parts);
  const found = shown > speckShare * regions.length || parts.some(({ kind }) => kind === 'keep');
  const cut: FlatCut = {
    alpha: {
      looksAtPicture: false,
      sampler: () => new FlatSampler({ picture, background, cells, tolerance, regions }),
    },
    found,
    uncertainty: found ? uncertaintyBy(droppedShare) : 1,
    cleaner: () => unmixer(background, picture.widthPx),
  };
  return parts.length === 0 ? cut : withClickedParts(cut, parts, picture);
}

/** Cells of what is drawn, without the parts that were dropped. */
function countShown(regions: Uint8Array, parts: readonly ClickedPart[]): number {
  const dropped = parts.filter(({ kind }) => kind === 'drop').map(({ regions: of }) => of);
  let shown = 0;
  for (let cell = 0; cell < regions.length; cell++) {
    if (regions[cell] !== drawn) continue;
    if (dropped.length === 0 || dropped.every((of) => of[cell] !== open)) shown++;
  }
  return shown;
}

function uncertaintyBy(droppedShare: number): number {
  return Math.round((1 - 0.5 ** (droppedShare / mostDropped)) * 1000) / 1000;
}
