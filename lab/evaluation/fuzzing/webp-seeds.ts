/** Frames that fuzzing of WebP begins with: of small pictures of each kind, alpha, and what a reader does after each. */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import sharp, { type WebpOptions } from 'sharp';
import { inProject } from '../../../src/local/root.ts';
import { atOnce } from '../../../src/pixels/bounds/shared-thread.ts';
import { webpFile, webpKinds } from '../../../src/pixels/codecs/testing/webp-files.node.ts';
import { lossyParts } from '../../../src/pixels/codecs/webp-rows/container.ts';

const sizes = [
  [75, 52],
  [33, 17],
  [16, 130],
  [1, 1],
] as const;
const kinds: Readonly<Record<string, WebpOptions>> = {
  usual: {},
  low: { quality: 1 },
  high: { quality: 98 },
  sharp: { smartSubsample: true, effort: 0 },
  careful: { effort: 6, quality: 50, alphaQuality: 40 },
  drawing: { preset: 'drawing', smartDeblock: true, quality: 20 },
};
const opacities: Readonly<Record<string, (at: number, width: number) => number>> = {
  smooth: (at, width) => Math.round((255 * (at % width)) / width),
  noise: (at) => ((at * 2654435761) >>> 13) & 255,
  hard: (at) => (at & 64 ? 255 : 0),
};
/** What is read after the first reading of all: an even number reads on, an odd one passes over. */
const plans = [
  [1, 1, 0, 0, 0, 0],
  [1, 1, 41, 2, 30, 8],
] as const;
/** The target reads no longer ones. */
const mostBytes = 16_000;

/** Writes them into a folder, with what the reader does, as target.c reads it. */
export async function writeWebpSeeds(folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const photo = sharp(inProject('test/fixtures/photos/grace_hopper.jpg'));
  for (const [width, height] of sizes) {
    const opaque = photo.clone().resize(width, height, { fit: 'fill' });
    for (const [kind, coding] of Object.entries(kinds)) {
      write(folder, `${kind}-${width}`, await opaque.clone().webp(coding).toBuffer());
      for (const [opacity, alphaAt] of Object.entries(opacities)) {
        const plane = Buffer.from(Uint8Array.from({ length: width * height }, (_, at) => alphaAt(at, width)));
        const picture = opaque.clone().joinChannel(plane, { raw: { width, height, channels: 1 } });
        write(folder, `${kind}-${width}-${opacity}`, await picture.webp(coding).toBuffer());
      }
    }
    const samples = await opaque.clone().ensureAlpha(0.5).raw().toBuffer();
    for (const [kind, fields] of Object.entries(webpKinds)) {
      write(folder, `${kind}-${width}`, await webpFile({ widthPx: width, heightPx: height, samples }, fields));
    }
  }
}

function write(folder: string, name: string, file: Uint8Array): void {
  const { frame, alpha } = atOnce(lossyParts(file));
  const parts = [frame, alpha ?? Buffer.of()];
  const alphaBytes = parts[1].length;
  for (const [index, steps] of plans.entries()) {
    const input = Buffer.concat([...parts, Buffer.of(alphaBytes & 255, alphaBytes >> 8, ...steps)]);
    if (input.length <= mostBytes) writeFileSync(path.join(folder, `${name}-${index}`), input);
  }
}
