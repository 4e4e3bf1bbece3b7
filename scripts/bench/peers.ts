/** What the service is measured against: libvips for pixels, a bare session for networks. */
import { InferenceSession, Tensor } from 'onnxruntime-node';
import sharp from 'sharp';
import { preparedPath } from '../../src/models/manifest.ts';

const matteSidePx = 1024;

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

/** A session on the default matte with all cores, as the service has it. `run` answers its milliseconds. */
export async function peerSession(modelsDirectory: string): Promise<{ run(): Promise<number> }> {
  const session = await InferenceSession.create(preparedPath(modelsDirectory, 'isnet-general'));
  const data = Uint8Array.from({ length: matteSidePx * matteSidePx * 3 }, (_, i) => (i * 31) & 255);
  const image = new Tensor('uint8', data, [1, matteSidePx, matteSidePx, 3]);
  return {
    async run() {
      const startedAt = performance.now();
      await session.run({ image });
      return performance.now() - startedAt;
    },
  };
}
