/** One file before the decoders of both lanes. */
import '../testing/in-process/runtime.ts';
import { crc32 } from 'node:zlib';
import { expect } from 'vitest';
import { defaultLimits } from '../src/contract/limits.ts';
import { nativePictures } from '../src/inference/native/pictures.ts';
import { createEdgePictures } from '../src/pixels/codecs/pictures.ts';
import { ImageFault } from '../src/pixels/pipeline/picture/fault.ts';
import type { Pictures } from '../src/pixels/pipeline/picture/picture.ts';
import { probe } from '../src/pixels/pipeline/probe/probe.ts';

const edgePictures = createEdgePictures(defaultLimits);

/** A hash of all pixels as RGBA, or that the file was refused. */
async function outcome(pictures: Pictures, file: Uint8Array): Promise<string> {
  try {
    const picture = await pictures.open(file, probe(file));
    const { widthPx, heightPx, channels } = picture;
    const samples = picture.rows().next(heightPx);
    const rgba = new Uint8Array(widthPx * heightPx * 4).fill(255);
    for (let at = 0; at < samples.length; at++) rgba[Math.floor(at / channels) * 4 + (at % channels)] = samples[at];
    return `${widthPx}x${heightPx} ${crc32(rgba)}`;
  } catch (fault) {
    if (!(fault instanceof ImageFault)) throw fault;
    return 'refused';
  }
}

/** What both lanes make of a file: a hash of all pixels as RGBA, or that it is refused. */
export async function common(file: Uint8Array): Promise<string> {
  const [edge, image] = await Promise.all([outcome(edgePictures, file), outcome(nativePictures, file)]);
  expect(edge).toBe(image);
  return edge;
}
