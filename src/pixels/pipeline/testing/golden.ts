/** Errors against exact truth, held to recorded numbers. */
import { expect } from 'vitest';
import type { AlphaSource } from '../edges/alpha-source.ts';
import type { Picture } from '../picture/picture.ts';
import { type Layer, layerOver, reducedLayer } from '../plane/layer.ts';
import { wholeOf } from '../plane/region.ts';
import type { RowWriter } from '../rows/compose.ts';
import type { Scene } from './scenes.ts';

/** By how much an error may exceed its recorded number: changes of rounding pass, changes of a method do not. */
const tolerance = 1.02;

/**
 * Fails where an error has risen by more than 2 %. A lower error passes; then the recorded number should follow it.
 * @param recorded the error as this very test measured it when the number was written down; a failure prints today's
 */
export function expectNoWorse(error: number, recorded: number): void {
  expect(error, `was ${recorded} when it was recorded, and is ${error.toFixed(3)} now`).toBeLessThanOrEqual(
    recorded * tolerance,
  );
}

/** Sum of absolute differences of alpha, in whole pixels (255 levels to one). */
export function sad(alpha: Uint8Array, truth: Uint8Array): number {
  return alpha.reduce((sum, value, at) => sum + Math.abs(value - truth[at]), 0) / 255;
}

/** The matte that a perfect network of `sidePx` × `sidePx` would give for a scene. */
export function coarseOf(scene: Scene, sidePx: number): Layer {
  const { picture, alpha } = scene;
  const { widthPx, heightPx } = picture;
  const truth = layerOver({ widthPx, heightPx, samples: alpha }, picture);
  const samples = reducedLayer(truth, wholeOf(picture), sidePx, sidePx);
  return layerOver({ widthPx: sidePx, heightPx: sidePx, samples }, picture);
}

/** All of a picture's alpha. */
export function readAlpha(picture: Picture, alpha: AlphaSource): Uint8Array {
  const { widthPx, heightPx, channels } = picture;
  const into = new Uint8Array(widthPx * heightPx);
  const sampler = alpha.sampler();
  const source = picture.rows();
  for (let y = 0; y < heightPx; y++) sampler.row(y, widthPx, into.subarray(y * widthPx), source.next(1), channels);
  return into;
}

/** All rows of a result. */
export function readRows(rows: RowWriter): Uint8Array {
  const into = new Uint8Array(rows.widthPx * rows.heightPx * rows.channels);
  rows.write(rows.heightPx, into);
  return into;
}
