/** The cost of drawn edges: the compose pass of 12 megapixels in workerd, plain and with them, in turns. */
import { readFileSync } from 'node:fs';
import { build } from 'esbuild';
import type { InferenceSession as OnnxSession } from 'onnxruntime-node';
import sharp from 'sharp';
import { preparedPath } from '../../../../src/inference/models/manifest.ts';
import { loadNativeRuntime } from '../../../../src/inference/models/native-runtime.ts';
import type { ModelSettings } from '../../../../src/inference/models/settings.ts';
import { compatibilityDate } from '../../../../src/local/compatibility-date.ts';
import { startMiniflare } from '../../../../src/local/miniflare.ts';
import { inProject } from '../../../../src/local/root.ts';
import { median } from '../../../../testing/percentiles.ts';

const { InferenceSession, Tensor } = await loadNativeRuntime();

const [widthPx, heightPx, sidePx] = [4000, 3000, 1024];
const photos = ['coffee.png', 'grace_hopper.jpg'];
/** `nothing` reads the picture and does no work. */
const ways = ['nothing', 'plain', 'guided', 'both'] as const;
type Way = (typeof ways)[number];

export interface EdgeCost {
  readonly photo: string;
  /** Share of the picture's pixels that are neither background nor opaque. */
  readonly softShare: number;
  /** Median milliseconds of a pass, without taking the picture in. */
  readonly ms: Readonly<Record<Exclude<Way, 'nothing'>, number>>;
}

/** Measures after one warm-up round. */
export async function measureEdges(settings: ModelSettings, rounds: number): Promise<EdgeCost[]> {
  const worker = await build({
    entryPoints: [inProject('lab/evaluation/bench/edge-pass/worker.ts')],
    bundle: true,
    write: false,
    format: 'esm',
    conditions: ['workerd'],
    external: ['node:*', '*.wasm'],
  });
  const miniflare = startMiniflare({
    modules: [
      { type: 'ESModule', path: 'worker.js', contents: worker.outputFiles[0].text },
      {
        type: 'CompiledWasm',
        path: 'kernels.wasm',
        contents: readFileSync(inProject('src/pixels/kernels/kernels.wasm')),
      },
    ],
    compatibilityDate,
    compatibilityFlags: ['nodejs_compat'],
  });
  try {
    const base = await miniflare.ready;
    const session = await InferenceSession.create(preparedPath(settings.modelsDirectory, 'isnet-general'));
    const costs: EdgeCost[] = [];
    for (const photo of photos) {
      const { body, softShare } = await bodyOf(photo, session);
      const taken: Record<Way, number[]> = { nothing: [], plain: [], guided: [], both: [] };
      for (let round = 0; round <= rounds; round++) {
        for (const way of ways) {
          const ms = await pass(base, way, body);
          if (round > 0) taken[way].push(ms);
        }
        process.stderr.write(`${photo}: round ${round} of ${rounds}\n`);
      }
      const of = (way: Way) => median(taken[way]) - median(taken.nothing);
      const ms = { plain: of('plain'), guided: of('guided'), both: of('both') };
      costs.push({ photo, softShare, ms });
    }
    return costs;
  } finally {
    await miniflare.dispose();
  }
}

/** Milliseconds from the request's first byte; a Worker's own clock does not advance while it computes. */
async function pass(base: URL, way: Way, body: Uint8Array<ArrayBuffer>): Promise<number> {
  const url = new URL(`?edges=${way}&width=${widthPx}&height=${heightPx}&side=${sidePx}`, base);
  // A network's run blocks this process for so long that a kept connection may be closed when it is used again.
  const headers = { Connection: 'close' };
  const startedAt = performance.now();
  const answer = await fetch(url, { method: 'POST', body, headers });
  if (!answer.ok) throw new Error(`The pass ended with ${answer.status}: ${await answer.text()}`);
  await answer.arrayBuffer();
  return performance.now() - startedAt;
}

async function bodyOf(photo: string, session: OnnxSession) {
  const file = sharp(inProject('test/fixtures/photos', photo)).removeAlpha();
  const large = await file.clone().resize(widthPx, heightPx, { fit: 'fill', kernel: 'cubic' }).raw().toBuffer();
  const seen = await file.clone().resize(sidePx, sidePx, { fit: 'fill' }).raw().toBuffer();
  const { matte } = await session.run({ image: new Tensor('uint8', new Uint8Array(seen), [1, sidePx, sidePx, 3]) });
  const alpha = matte.data as Uint8Array;
  const soft = alpha.reduce((count, value) => count + (value > 0 && value < 255 ? 1 : 0), 0);
  return { body: new Uint8Array(Buffer.concat([large, seen, alpha])), softShare: soft / alpha.length };
}
