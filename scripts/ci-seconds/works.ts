/** Four fixed works, one for each kind of what tests do. A change of one means to measure `.ci/calibration.tsv` again. */
import { spawnSync } from 'node:child_process';
import sharp from 'sharp';
import { loadNativeRuntime } from '../../src/inference/models/native-runtime.ts';
import { declareFloats, makeFloats, makeNode } from '../../src/inference/models/onnx/build.ts';
import { encodeModel } from '../../src/inference/models/onnx/proto.ts';
import { secondsOfProcess } from '../../test/run/processor-time.ts';

const { InferenceSession, Tensor } = await loadNativeRuntime();

/** CPU seconds by work, what it starts included. A second or so for each. */
export async function measureWorks(): Promise<ReadonlyMap<string, number>> {
  const network = await squareNetwork();
  const works: readonly (readonly [name: string, work: () => unknown])[] = [
    ['a loop of JavaScript', loop],
    ['a codec: JPEG written and read', codec],
    ['a network: a product of matrices', network],
    ['starts of a process', startProcesses],
  ];
  const seconds = new Map<string, number>();
  for (const [name, work] of works) {
    const before = secondsOfProcess();
    await work();
    seconds.set(name, secondsOfProcess() - before);
  }
  return seconds;
}

/** Sums of whole numbers in memory, as pixels are. */
function loop(): void {
  const pixels = new Uint8Array(1 << 22);
  let state = 1;
  for (let round = 0; round < 180; round += 1) {
    for (let at = 0; at < pixels.length; at += 1) {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0;
      pixels[at] = (pixels[at] + (state >>> 24)) & 255;
    }
  }
}

async function codec(): Promise<void> {
  const [width, height] = [2000, 1500];
  const pixels = Buffer.from(Uint8Array.from({ length: width * height * 3 }, (_, at) => (at * at) >>> 7));
  for (let round = 0; round < 10; round += 1) {
    const file = await sharp(pixels, { raw: { width, height, channels: 3 } })
      .jpeg({ quality: 90 })
      .toBuffer();
    await sharp(file).raw().toBuffer();
  }
}

/** @returns what runs it; its session is there before */
async function squareNetwork(): Promise<() => Promise<void>> {
  const side = 512;
  const values = Array.from({ length: side * side }, (_, at) => ((at * 7919) % 1000) / 1000);
  const shape = [side, side];
  const model = encodeModel(
    {
      name: 'product',
      nodes: [makeNode('MatMul', ['left', 'right'], 'product')],
      initializers: [makeFloats('right', values, shape)],
      inputs: [declareFloats('left', shape)],
      outputs: [declareFloats('product', shape)],
    },
    { producer: 'edgematte calibration', opset: 15 },
  );
  const session = await InferenceSession.create(model, { intraOpNumThreads: 1, executionProviders: ['cpu'] });
  const left = new Tensor('float32', Float32Array.from(values), shape);
  return async () => {
    for (let round = 0; round < 600; round += 1) await session.run({ left });
  };
}

function startProcesses(): void {
  for (let start = 0; start < 16; start += 1) spawnSync(process.execPath, ['-e', '0']);
}
