/** The coarse matte that a perfect network would give. */
import { type Layer, layerOver } from '../../../src/pixels/pipeline/plane/layer.ts';
import { subjectOverlap } from '../../../src/pixels/pipeline/plane/matte.ts';
import { axisTaps } from '../../../src/pixels/pipeline/plane/taps.ts';
import type { ValueMap } from './map.ts';

/** Side of the square that the shipped matte network sees. */
const networkSidePx = 1024;

/** The true alpha at the network's size, reduced exactly as the picture is for the network and rounded to bytes. */
export function exactLayer(alpha: ValueMap, sidePx = networkSidePx): Layer {
  const columns = axisTaps(alpha.widthPx, sidePx);
  const lines = axisTaps(alpha.heightPx, sidePx);
  const narrowed = new Float32Array(alpha.heightPx * sidePx);
  for (let y = 0; y < alpha.heightPx; y++) {
    for (let x = 0; x < sidePx; x++) {
      for (let tap = 0; tap < columns.count[x]; tap++) {
        narrowed[y * sidePx + x] +=
          alpha.values[y * alpha.widthPx + columns.first[x] + tap] * columns.weights[x * columns.stride + tap];
      }
    }
  }
  const coarse = new Uint8Array(sidePx * sidePx);
  const row = new Float32Array(sidePx);
  for (let y = 0; y < sidePx; y++) {
    row.fill(0);
    for (let tap = 0; tap < lines.count[y]; tap++) {
      const weight = lines.weights[y * lines.stride + tap];
      const from = (lines.first[y] + tap) * sidePx;
      for (let x = 0; x < sidePx; x++) row[x] += narrowed[from + x] * weight;
    }
    for (let x = 0; x < sidePx; x++) coarse[y * sidePx + x] = Math.round(row[x] * 255);
  }
  return layerOver({ widthPx: sidePx, heightPx: sidePx, samples: coarse }, alpha);
}

/** From this overlap on, a matte has found its subject: only its edges may be wrong. */
const foundOverlap = 0.8;

/** Whether two mattes of one size, 0 to 255, agree on what is more subject than background. */
export function areAlike(one: Uint8Array, other: Uint8Array): boolean {
  return subjectOverlap(one, other) >= foundOverlap;
}
