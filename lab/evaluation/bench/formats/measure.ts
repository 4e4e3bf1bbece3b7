/** What each format of an answer costs: the encoders of both lanes, and sharp from the same pixels, in turns. */
import { readFileSync } from 'node:fs';
import { build } from 'esbuild';
import type { Miniflare } from 'miniflare';
import type { InferenceSession as OnnxSession } from 'onnxruntime-node';
import sharp from 'sharp';
import { type OutputFormat, outputFormats } from '../../../../src/contract/output/output.ts';
import { preparedPath } from '../../../../src/inference/models/manifest.ts';
import { loadNativeRuntime } from '../../../../src/inference/models/native-runtime.ts';
import type { ModelSettings } from '../../../../src/inference/models/settings.ts';
import { nativeEncoders } from '../../../../src/inference/native/encoders.ts';
import { compatibilityDate } from '../../../../src/local/compatibility-date.ts';
import { startMiniflare } from '../../../../src/local/miniflare.ts';
import { inProject } from '../../../../src/local/root.ts';
import { alphaOf } from '../../../../src/pixels/pipeline/edges/alpha-source.ts';
import { estimateColours } from '../../../../src/pixels/pipeline/edges/colours.ts';
import { encode } from '../../../../src/pixels/pipeline/output/encode.ts';
import type { WholePicture } from '../../../../src/pixels/pipeline/output/encoders.ts';
import { onColour } from '../../../../src/pixels/pipeline/output/on-colour.ts';
import { framePicture } from '../../../../src/pixels/pipeline/picture/frame.ts';
import { layerOver } from '../../../../src/pixels/pipeline/plane/layer.ts';
import { cutoutRows } from '../../../../src/pixels/pipeline/rows/compose.ts';
import { median } from '../../../../testing/percentiles.ts';
import type { Taken } from '../bare-runs.ts';
import { benchPhoto } from '../photos.ts';
import { ownSeconds, secondsOfDescendants } from '../processes.ts';
import { finishedOf } from './finished.ts';

const { InferenceSession, Tensor } = await loadNativeRuntime();

const sizes = [1, 12] as const;
const quality = 90;
const sidePx = 1024;
const white = { red: 255, green: 255, blue: 255, alpha: 255 };
const ways = ['edge', 'lane', 'libvips'] as const;
type Way = (typeof ways)[number];

/** What one way of encoding took, and the bytes of its file. */
export interface Encoded extends Taken {
  readonly bytes: number;
}

/** One format at one size, medians over the rounds. */
export interface FormatCost {
  readonly format: OutputFormat;
  /** Megapixels. */
  readonly size: number;
  readonly of: Readonly<Record<Way, Encoded>>;
}

/** Measures after one round of warm-up. */
export async function measureFormats(settings: ModelSettings, rounds: number): Promise<readonly FormatCost[]> {
  sharp.concurrency(1);
  sharp.cache(false);
  const session = await InferenceSession.create(preparedPath(settings.modelsDirectory, 'isnet-general'));
  const miniflare = await startWorker();
  try {
    const base = await miniflare.ready;
    const costs: FormatCost[] = [];
    for (const size of sizes) {
      const cutout = await cutoutOf(await benchPhoto('coffee', size), session);
      for (const format of outputFormats) {
        const picture = format === 'jpeg' ? onWhite(cutout) : cutout;
        const encoders: Readonly<Record<Way, () => Promise<Encoded>>> = {
          edge: () => inWorker(base, picture, format),
          lane: () => timed(async () => bytesOf(encode(finishedOf(picture), format, quality, nativeEncoders))),
          libvips: () => timed(() => peerBytes(picture, format)),
        };
        const taken: Record<Way, Encoded[]> = { edge: [], lane: [], libvips: [] };
        for (let round = 0; round <= rounds; round++) {
          for (const way of ways) {
            const each = await encoders[way]();
            if (round > 0) taken[way].push(each);
          }
        }
        process.stderr.write(`${format}, ${size} MP\n`);
        const middle = (way: Way): Encoded => ({
          ms: median(taken[way].map(({ ms }) => ms)),
          cpuSeconds: median(taken[way].map(({ cpuSeconds }) => cpuSeconds)),
          bytes: taken[way][0]?.bytes ?? 0,
        });
        costs.push({ format, size, of: { edge: middle('edge'), lane: middle('lane'), libvips: middle('libvips') } });
      }
    }
    return costs;
  } finally {
    await miniflare.dispose();
  }
}

/** Modules that the worker imports, by the name by which it does. */
const wasmFiles = {
  'kernels.wasm': 'src/pixels/kernels/kernels.wasm',
  'jpeg-encoder.wasm': 'src/pixels/codecs/jpeg-encoder/jpeg-encoder.wasm',
  '@jsquash/webp/codec/enc/webp_enc_simd.wasm': 'node_modules/@jsquash/webp/codec/enc/webp_enc_simd.wasm',
};

async function startWorker(): Promise<Miniflare> {
  const worker = await build({
    entryPoints: [inProject('lab/evaluation/bench/formats/worker.ts')],
    bundle: true,
    write: false,
    format: 'esm',
    conditions: ['workerd'],
    external: ['node:*', '*.wasm'],
  });
  return startMiniflare({
    modules: [
      { type: 'ESModule', path: 'worker.js', contents: worker.outputFiles[0].text },
      ...Object.entries(wasmFiles).map(([path, file]) => ({
        type: 'CompiledWasm' as const,
        path,
        contents: readFileSync(inProject(file)),
      })),
    ],
    compatibilityDate,
    compatibilityFlags: ['nodejs_compat'],
  });
}

/** The photo cut out as the service does it. */
async function cutoutOf(photo: Buffer, session: OnnxSession): Promise<WholePicture> {
  const { data, info } = await sharp(photo).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const size = { widthPx: info.width, heightPx: info.height };
  const colours = new Uint8Array(await sharp(photo).resize(sidePx, sidePx, { fit: 'fill' }).raw().toBuffer());
  const { matte } = await session.run({ image: new Tensor('uint8', colours, [1, sidePx, sidePx, 3]) });
  const plane = { widthPx: sidePx, heightPx: sidePx, samples: new Uint8Array(matte.data as Uint8Array) };
  const picture = framePicture({ ...size, channels: 3, samples: data, orientation: 1, icc: null });
  const layer = layerOver(plane, picture);
  const samples = new Uint8Array(size.widthPx * size.heightPx * 4);
  cutoutRows(picture, alphaOf(layer, colours), estimateColours(layer, colours)).write(size.heightPx, samples);
  return { ...size, samples };
}

function onWhite(cutout: WholePicture): WholePicture {
  const samples = new Uint8Array(cutout.samples.length);
  onColour(finishedOf(cutout).rows, white).write(cutout.heightPx, samples);
  return { ...cutout, samples };
}

async function timed(make: () => Promise<number>): Promise<Encoded> {
  const [startedAt, before] = [performance.now(), ownSeconds()];
  const bytes = await make();
  return { ms: performance.now() - startedAt, cpuSeconds: ownSeconds() - before, bytes };
}

async function bytesOf(file: ReadableStream<Uint8Array>): Promise<number> {
  let bytes = 0;
  for await (const piece of file) bytes += piece.length;
  return bytes;
}

/** The same pixels encoded by sharp with its defaults; for a ZIP the two pictures in it. */
async function peerBytes({ samples, widthPx, heightPx }: WholePicture, format: OutputFormat): Promise<number> {
  const open = () => sharp(samples, { raw: { width: widthPx, height: heightPx, channels: 4 } });
  const jpeg = async () => (await open().removeAlpha().jpeg({ quality }).toBuffer()).length;
  switch (format) {
    case 'png':
      return (await open().png().toBuffer()).length;
    case 'webp':
      return (await open().webp({ quality }).toBuffer()).length;
    case 'jpeg':
      return jpeg();
    case 'zip':
      return (await jpeg()) + (await open().extractChannel(3).png().toBuffer()).length;
  }
}

/** In workerd, less the time of sending the pixels there. */
async function inWorker(base: URL, picture: WholePicture, format: OutputFormat): Promise<Encoded> {
  const idle = await call(base, picture, null);
  const { ms, cpuSeconds, bytes } = await call(base, picture, format);
  return { ms: ms - idle.ms, cpuSeconds: cpuSeconds - idle.cpuSeconds, bytes };
}

async function call(base: URL, { widthPx, heightPx, samples }: WholePicture, format: OutputFormat | null) {
  const wanted = format === null ? '' : `&format=${format}&quality=${quality}`;
  const url = new URL(`?width=${widthPx}&height=${heightPx}${wanted}`, base);
  const [startedAt, before] = [performance.now(), secondsOfDescendants()];
  const answer = await fetch(url, { method: 'POST', body: new Uint8Array(samples), headers: { Connection: 'close' } });
  if (!answer.ok) throw new Error(`The worker ended with ${answer.status}: ${await answer.text()}`);
  const { bytes } = (await answer.json()) as { readonly bytes: number };
  return { ms: performance.now() - startedAt, cpuSeconds: secondsOfDescendants() - before, bytes };
}
