/** Graphics on one colour are cut by colour: exact where a network guesses (docs/decisions/0038-flat-backgrounds.md). */
import type { EdgeCleaner } from '../compose.ts';
import type { AlphaSource } from '../edges/alpha-source.ts';
import { speckShare } from '../matte.ts';
import type { ImageType } from '../passes/classify.ts';
import type { Picture } from '../picture/picture.ts';
import { type Background, backgroundOf } from './background.ts';
import { cellsOf } from './cells.ts';
import { flatShare } from './drawn.ts';
import { Flood } from './flood.ts';
import { localBackground } from './local-background.ts';
import { drawn, regionsOf } from './regions.ts';
import { fitsWindow } from './room.ts';
import { FlatSampler } from './sampler.ts';
import { toleranceOf } from './tolerance.ts';
import { unmixer } from './unmix.ts';

/** Largest probability of a photograph: a base, and more for flatter pictures. */
const mostPhoto = 0.02;
const mostPhotoByFlat = 0.3;
/** Root mean square of the background's noise that drawings stay below, in levels. */
const mostNoise = 0.8;

/** The result of cutting by colour. */
export interface FlatCut {
  readonly alpha: AlphaSource;
  /** Whether anything is drawn on the background. */
  readonly found: boolean;
  /** The subject's own colours in soft pixels. */
  cleaner(): EdgeCleaner;
}

/**
 * The flat background of a graphic. Pictures that the classifier takes for photographs have none.
 * @param type what the classifier says; null where it says nothing
 * @returns null for every other picture
 */
export function flatBackgroundOf(picture: Picture, type: ImageType | null): Background | null {
  if (!type || type.photo > mostPhoto + mostPhotoByFlat || !fitsWindow(picture)) return null;
  const border = backgroundOf(picture);
  if (!border || border.noise > mostNoise) return null;
  return type.photo > mostPhoto + mostPhotoByFlat * flatShare(picture, border) ? null : border;
}

/**
 * Cuts a graphic out of its flat background.
 * @param border what `flatBackgroundOf` says
 */
export function cutByColour(picture: Picture, border: Background): FlatCut {
  const compared = cellsOf(picture, border);
  const flood = new Flood(compared);
  const background = localBackground(picture, border, compared, flood);
  const cells = cellsOf(picture, background);
  const tolerance = toleranceOf(background, cells);
  const regions = regionsOf(cells, tolerance, flood);
  const shown = regions.reduce((sum, region) => (region === drawn ? sum + 1 : sum), 0);
  return {
    alpha: {
      looksAtPicture: false,
      sampler: () => new FlatSampler({ picture, background, cells, tolerance, regions }),
    },
    found: shown > speckShare * regions.length,
    cleaner: () => unmixer(background, picture.widthPx),
  };
}
