/** What the service is measured against: libvips for pixels, bare sessions for networks. */
import { InferenceSession, Tensor } from 'onnxruntime-node';
import sharp from 'sharp';
import { preparedPath, readManifest } from '../../src/models/manifest.ts';
import type { ModelSettings } from '../../src/models/settings.ts';

/** Milliseconds that libvips takes, on one thread, to decode the photo, attach an alpha and encode a PNG. */
export async function peerPng(photo: Buffer): Promise<number> {
  sharp.concurrency(1);
  sharp.cache(false);
  const { width = 0, height = 0 } = await sharp(photo).metadata();
  const alpha = Buffer.alloc(width * height, 200);
  const startedAt = performance.now();
  await sharp(photo)
    .joinChannel(alpha, { raw: { width, height, channels: 1 } })
    .png()
    .toBuffer();
  return performance.now() - startedAt;
}

/**
 * A session with all cores, as the service has it.
 * @param name of a network of the manifest
 * @returns runs it once and answers its milliseconds
 */
export async function peerSession(
  { manifestPath, modelsDirectory }: ModelSettings,
  name: string,
): Promise<() => Promise<number>> {
  const { models } = await readManifest(manifestPath);
  const [{ name: input, shape }] = models[name].inputs;
  const dimensions = shape.map((size) => (size === -1 ? 1 : size));
  const length = dimensions.reduce((product, size) => product * size, 1);
  const data = Uint8Array.from({ length }, (_, i) => (i * 31) & 255);
  const session = await InferenceSession.create(preparedPath(modelsDirectory, name));
  const feeds = { [input]: new Tensor('uint8', data, dimensions) };
  return async () => {
    const startedAt = performance.now();
    await session.run(feeds);
    return performance.now() - startedAt;
  };
}
