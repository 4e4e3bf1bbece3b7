/** The service against what developers run today, with the same weights, on the same photos, in one run. */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { modelSettings } from '../../../../src/inference/models/settings.ts';
import { inProject } from '../../../../src/local/root.ts';
import { median } from '../../../../testing/percentiles.ts';
import type { Taken } from '../bare-runs.ts';
import { benchPhoto } from '../photos.ts';
import { descendantsWhere, peakMiBWhile } from '../processes.ts';
import { whole } from '../programs.ts';
import { startBenchService } from '../service.ts';
import { installProducts } from './install.ts';
import { ProductWorker } from './worker.ts';

const photoSizes = [1, 12] as const;

export interface ProductCost {
  readonly product: string;
  readonly size: number;
  /** Medians. */
  readonly taken: Taken;
  /** What its processes hold together at most. */
  readonly peakMiB: number;
}

/** One product: cuts out a photo, from memory or from its file. */
interface Contestant {
  readonly name: string;
  cutOut(photo: Buffer, file: string): Promise<Taken>;
  pids(): readonly number[];
}

/** Installs the products, once, and lets all take turns. */
export async function measureProducts(rounds: number): Promise<readonly ProductCost[]> {
  const settings = modelSettings(process.env);
  const folder = inProject('.edgematte/products');
  const { python, nodeFolder, weights } = await installProducts(folder, settings);
  const service = await startBenchService(settings);
  const rembg = new ProductWorker(python, [inProject('lab/evaluation/bench/products/rembg_worker.py')], folder, {
    U2NET_HOME: weights,
    MODEL_CHECKSUM_DISABLED: '1',
  });
  const imgly = new ProductWorker(
    process.execPath,
    [inProject('lab/evaluation/bench/products/imgly-worker.mjs')],
    nodeFolder,
  );
  const contestants: readonly Contestant[] = [
    {
      name: 'Edgematte, over HTTP',
      async cutOut(photo) {
        const { totalMs, seconds } = await service.send('image-without-background', photo, {});
        return { ms: totalMs, cpuSeconds: whole(seconds) };
      },
      pids: serviceProcesses,
    },
    { name: 'rembg, library', cutOut: (_, file) => rembg.cutOut(file), pids: () => [rembg.pid] },
    { name: 'imgly, Node package', cutOut: (_, file) => imgly.cutOut(file), pids: () => [imgly.pid] },
  ];
  const taken = new Map<string, Taken[]>();
  try {
    const photos = await photosIn(path.join(folder, 'photos'));
    for (let round = 0; round <= rounds; round++) {
      for (const { size, photo, file } of photos) {
        for (const { name, cutOut } of contestants) {
          const took = await cutOut(photo, file);
          const key = `${name} ${size}`;
          if (round > 0) taken.set(key, [...(taken.get(key) ?? []), took]);
        }
      }
      process.stderr.write(`round ${round} of ${rounds}\n`);
    }
    const costs: ProductCost[] = [];
    for (const { size, photo, file } of photos) {
      for (const { name, cutOut, pids } of contestants) {
        const peakMiB = await peakMiBWhile(pids, () => cutOut(photo, file));
        costs.push({ product: name, size, taken: mediansOf(taken.get(`${name} ${size}`) ?? []), peakMiB });
      }
    }
    return costs;
  } finally {
    rembg.stop();
    imgly.stop();
    await service.stop();
  }
}

/** All processes of the service but Node around workerd, which a developer's machine has and a deployment has not. */
function serviceProcesses(): readonly number[] {
  const others = ['workers-host', 'esbuild', 'rembg_worker', 'imgly-worker'];
  return descendantsWhere((command) => others.every((other) => !command.includes(other)));
}

interface PhotoFile {
  readonly size: number;
  readonly photo: Buffer;
  readonly file: string;
}

async function photosIn(folder: string): Promise<readonly PhotoFile[]> {
  mkdirSync(folder, { recursive: true });
  const photos: PhotoFile[] = [];
  for (const size of photoSizes) {
    const photo = await benchPhoto('coffee', size);
    const file = path.join(folder, `${size}.jpg`);
    writeFileSync(file, photo);
    photos.push({ size, photo, file });
  }
  return photos;
}

function mediansOf(all: readonly Taken[]): Taken {
  return { ms: median(all.map(({ ms }) => ms)), cpuSeconds: median(all.map(({ cpuSeconds }) => cpuSeconds)) };
}
