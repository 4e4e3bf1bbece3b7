/** The weights as their authors published them, untouched, and their answer for a picture. */
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import type { InferenceSession } from 'onnxruntime-node';
import { fingerprintOf } from '../../src/inference/models/fingerprint.ts';
import type { ModelDescription } from '../../src/inference/models/manifest.ts';
import { loadNativeRuntime } from '../../src/inference/models/native-runtime.ts';
import { modelSettings, projectDirectory } from '../../src/inference/models/settings.ts';
import { fetchSource } from '../../src/inference/models/sources/source.ts';

const ort = await loadNativeRuntime();

const sidePx = 1024;

/** The published file, kept beside the models under its hash. */
export async function publishedFile({ source }: ModelDescription): Promise<string> {
  const folder = path.join(projectDirectory, '.edgematte', 'published');
  const file = path.join(folder, `${source.sha256}.onnx`);
  const kept = await fingerprintOf(file).catch(() => undefined);
  if (kept?.sha256 === source.sha256) return file;
  await mkdir(folder, { recursive: true });
  const workDirectory = await mkdtemp(path.join(folder, 'partial-'));
  try {
    const fetched = await fetchSource(source, {
      workDirectory,
      manifestDirectory: path.dirname(modelSettings({}).manifestPath),
      projectDirectory,
      environment: process.env,
      onBytes: () => {},
    });
    await rename(fetched.file, file);
    return file;
  } finally {
    await rm(workDirectory, { recursive: true });
  }
}

/**
 * The untouched graph as its package runs it: float32 planes of (rgb − 128) / 256.
 * @param file of the published weights
 */
export class PublishedNetwork {
  readonly #session: InferenceSession;

  private constructor(session: InferenceSession) {
    this.#session = session;
  }

  static async of(file: Uint8Array): Promise<PublishedNetwork> {
    return new PublishedNetwork(await ort.InferenceSession.create(file, { logSeverityLevel: 3 }));
  }

  /** Its matte of RGB of 1024 × 1024: opacity of each pixel, 0 to 1. */
  async matteOf(image: Uint8Array): Promise<Float32Array> {
    const pixels = sidePx ** 2;
    const planes = new Float32Array(pixels * 3);
    for (let pixel = 0; pixel < pixels; pixel++) {
      for (let channel = 0; channel < 3; channel++) {
        planes[channel * pixels + pixel] = (image[pixel * 3 + channel] - 128) / 256;
      }
    }
    const input = new ort.Tensor('float32', planes, [1, 3, sidePx, sidePx]);
    const { output } = await this.#session.run({ input }, ['output']);
    return output.data as Float32Array;
  }

  async close(): Promise<void> {
    await this.#session.release();
  }
}
