import sharp from 'sharp';
import { expect, it } from 'vitest';
import { startSharpPeer } from './sharp-peer.ts';

it('cuts out a photo that is stored on its side, by the same setting once one is found', async () => {
  const create = { width: 64, height: 48, channels: 3 as const, background: 'teal' };
  const photo = await sharp({ create }).jpeg().withMetadata({ orientation: 6 }).toBuffer();
  const cutout = await sharp({ create: { ...create, width: 48, height: 64, channels: 4 } })
    .png()
    .toBuffer();
  const peer = startSharpPeer();
  try {
    const first = await peer.cutOut({ photo, cutout, times: 1 });
    expect(first.bytes).toBeGreaterThan(0);
    const { compressionLevel, adaptiveFiltering } = first;
    const setting = { compressionLevel, adaptiveFiltering };
    expect(await peer.cutOut({ photo, cutout, setting, times: 2 })).toMatchObject({ ...setting, bytes: first.bytes });
    await expect(peer.cutOut({ photo: cutout.subarray(0, 9), cutout, times: 1 })).rejects.toThrow();
  } finally {
    await peer.stop();
  }
});
