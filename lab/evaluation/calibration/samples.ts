/** Inputs from which the range of a network's values is measured: photos, or the tiles that the service cuts from them. */
import sharp from 'sharp';
import type { ModelSettings } from '../../../src/inference/models/settings.ts';
import { drawSubject } from '../../../src/pixels/pipeline/draw.ts';
import type { MatteSettings } from '../../../src/pixels/pipeline/networks/matte-settings.ts';
import type { Networks } from '../../../src/pixels/pipeline/networks/networks.ts';
import { framePicture } from '../../../src/pixels/pipeline/picture/frame.ts';
import { refinerModel } from '../../../src/pixels/pipeline/refine/refine.ts';
import { openNetworks } from '../mattes/network.ts';
import type { Sample } from './observe.ts';

const asServed: MatteSettings = { model: 'matte', upsampling: 'guided', refiner: true };

/** A photo as a square, stretched: UINT8 [1, S, S, 3]. */
export async function stretched(file: string, sidePx: number): Promise<Sample> {
  const data = await srgb(file).resize(sidePx, sidePx, { fit: 'fill' }).raw().toBuffer();
  return { shape: [1, sidePx, sidePx, 3], data };
}

/**
 * The tiles that the service shows to its refiner, for one photo after the other: UINT8 [N, S, S, 4].
 * @throws Error in one line where weights are missing
 */
export async function openTiles(models: ModelSettings, threads: number): Promise<(file: string) => Promise<Sample[]>> {
  const own = await openNetworks(models, { threads, precision: 'fp32', cache: null });
  return async (file) => {
    const seen: Sample[] = [];
    const networks: Networks = {
      describe: (model) => own.describe(model),
      async infer(model, tensors) {
        if (model === refinerModel) seen.push(...tensors.map(({ shape, data }) => ({ shape, data })));
        return own.infer(model, tensors);
      },
    };
    const { data, info } = await srgb(file).raw().toBuffer({ resolveWithObject: true });
    const picture = framePicture({
      widthPx: info.width,
      heightPx: info.height,
      channels: 3,
      samples: new Uint8Array(data),
      orientation: 1,
      icc: null,
    });
    await drawSubject(picture, networks, asServed, true);
    return seen;
  };
}

function srgb(file: string) {
  return sharp(file).removeAlpha().toColourspace('srgb');
}
