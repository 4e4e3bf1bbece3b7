/** A network in 8-bit integers beside its float32, on photos of this project: whether both find the same subjects. */
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { projectDirectory } from './settings.ts';
import type { MatteShape, RunOnce, TrialAnswer } from './trial.ts';

/** Intersection over union of what is more than half opaque, below which a number format changes answers. */
const leastOverlap = 0.99;

/** Photos, and renders on grey: one subject each, with hard and soft edges. */
const files = [
  'test/fixtures/photos/coffee.png',
  'test/fixtures/photos/grace_hopper.jpg',
  'lab/evaluation/foregrounds/samples/rabbit.webp',
  'lab/evaluation/foregrounds/samples/wavy_blonde.webp',
];

interface Agreement {
  readonly agrees: boolean;
  /** For instance `overlap with fp32 at least 0.9954, on rabbit`. */
  readonly line: string;
  /** Processor time of all runs in integers, as a share of that in float32. */
  readonly cpuShare: number;
}

/** Whether the photos are here: an image of the service has none. */
export async function hasPhotos(): Promise<boolean> {
  const found = await Promise.all(files.map((file) => stat(path.join(projectDirectory, file)).catch(() => undefined)));
  return found.every((file) => file?.isFile());
}

/**
 * Runs both files on each photo.
 * @throws Error where a photo of the project is missing, or a file does not run
 */
export async function agreementOf(
  exact: string,
  integers: string,
  { image, matte, widthPx, heightPx }: MatteShape,
  runOnce: RunOnce,
): Promise<Agreement> {
  const shape = [1, heightPx, widthPx, 3];
  const cpuMs = { exact: 0, integers: 0 };
  let worst = { overlap: Number.POSITIVE_INFINITY, scene: '' };
  for (const scene of files) {
    const input = { name: image, datatype: 'UINT8', shape, data: await stretched(scene, widthPx, heightPx) };
    const wanted = await runOnce(exact, input, matte);
    const found = await runOnce(integers, input, matte);
    cpuMs.exact += wanted.cpuMs;
    cpuMs.integers += found.cpuMs;
    const overlap = overlapOf(wanted, found);
    if (overlap < worst.overlap) worst = { overlap, scene: path.parse(scene).name };
  }
  return {
    agrees: worst.overlap >= leastOverlap,
    // Never rounded up to what is asked.
    line: `overlap with fp32 at least ${(Math.floor(worst.overlap * 1e4) / 1e4).toFixed(4)}, on ${worst.scene}`,
    cpuShare: cpuMs.integers / cpuMs.exact,
  };
}

async function stretched(file: string, widthPx: number, heightPx: number): Promise<Uint8Array> {
  const { default: sharp } = await import('sharp');
  const picture = sharp(path.join(projectDirectory, file)).flatten({ background: '#808080' }).toColourspace('srgb');
  return new Uint8Array(await picture.resize(widthPx, heightPx, { fit: 'fill' }).raw().toBuffer());
}

/** 1 where both are empty. */
function overlapOf({ answer: one }: TrialAnswer, { answer: other }: TrialAnswer): number {
  let [both, either] = [0, 0];
  for (const [at, alpha] of one.data.entries()) {
    const [here, there] = [alpha > 127, other.data[at] > 127];
    both += Number(here && there);
    either += Number(here || there);
  }
  return either === 0 ? 1 : both / either;
}
