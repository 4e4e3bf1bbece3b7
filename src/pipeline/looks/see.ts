/** One look: a network is shown a part of the picture at the size that it takes, and answers. */
import { type Layer, reducedLayer } from '../layer.ts';
import { type ByteTensor, type Networks, type PictureInput, pictureInputOf, type Tensor } from '../networks.ts';
import type { Picture } from '../picture/picture.ts';
import { proxy } from '../proxy.ts';
import { type Region, type Size, wholeOf } from '../region.ts';

/** What a network was shown, and what it answered. */
export interface Sight {
  /** Size of the network's input. */
  readonly widthPx: number;
  readonly heightPx: number;
  /** RGB of the region at that size, 0 to 255. */
  readonly colours: Uint8Array;
  readonly outputs: readonly Tensor[];
}

/**
 * Shows a network a part of the picture. One pass over the picture's rows, one call.
 * @param model name or role of the network: `uint8 [N,H,W,3]` in, or `uint8 [N,H,W,4]` with an `outline`
 * @param region what of the picture it sees, stretched to its size
 * @param outline a layer that it sees as fourth channel; null for networks that take colours alone
 * @throws NetworkFault
 */
export async function see(
  picture: Picture,
  networks: Networks,
  model: string,
  region: Region = wholeOf(picture),
  outline: Layer | null = null,
): Promise<Sight> {
  const input = pictureInputOf(model, await networks.describe(model), outline ? 4 : 3);
  const { name, widthPx, heightPx } = input;
  const colours = proxy(picture, widthPx, heightPx, region);
  const tensor: ByteTensor = outline
    ? batchOf(input, [{ widthPx, heightPx, colours, alpha: reducedLayer(outline, region, widthPx, heightPx) }])
    : { name, datatype: 'UINT8', shape: [1, heightPx, widthPx, 3], data: colours };
  return { widthPx, heightPx, colours, outputs: await networks.infer(model, [tensor]) };
}

/** One picture of a batch: RGB and alpha of the same pixels, 0 to 255. */
export interface PictureWithAlpha extends Size {
  readonly colours: Uint8Array;
  readonly alpha: Uint8Array;
}

/**
 * Pictures as one tensor `uint8 [N,H,W,4]`, alpha as fourth channel.
 * @param pictures each at most of the input's size; a smaller one goes on with its last row and column
 */
export function batchOf({ name, widthPx, heightPx }: PictureInput, pictures: readonly PictureWithAlpha[]): ByteTensor {
  const data = new Uint8Array(pictures.length * heightPx * widthPx * 4);
  let to = 0;
  for (const { colours, alpha, ...size } of pictures) {
    for (let y = 0; y < heightPx; y++) {
      const row = Math.min(y, size.heightPx - 1) * size.widthPx;
      for (let x = 0; x < widthPx; x++, to += 4) {
        const from = row + Math.min(x, size.widthPx - 1);
        data[to] = colours[from * 3];
        data[to + 1] = colours[from * 3 + 1];
        data[to + 2] = colours[from * 3 + 2];
        data[to + 3] = alpha[from];
      }
    }
  }
  return { name, datatype: 'UINT8', shape: [pictures.length, heightPx, widthPx, 4], data };
}
