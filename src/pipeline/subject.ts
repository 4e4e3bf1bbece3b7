/** The subject of a picture: its matte, from one look at the whole of it. */
import { type Layer, layerOver } from './matte.ts';
import { byteMap, type Networks, pictureInput } from './networks.ts';
import type { Picture } from './picture.ts';
import { proxy } from './proxy.ts';

export interface Subject {
  readonly layer: Layer;
  /** What the network saw: RGB of the layer's region at the size of its matte. */
  readonly colours: Uint8Array;
}

/**
 * Asks the matte network for the subject of a picture.
 * @param model name or role of the network: RGB `uint8 [N,H,W,3]` in, opacity `uint8 [N,H,W]` out
 * @throws NetworkFault
 */
export async function findSubject(picture: Picture, networks: Networks, model: string): Promise<Subject> {
  const { name, widthPx, heightPx } = pictureInput(model, await networks.describe(model), 3);
  const data = proxy(picture, widthPx, heightPx);
  const [output] = await networks.infer(model, [{ name, datatype: 'UINT8', shape: [1, heightPx, widthPx, 3], data }]);
  return { layer: layerOver(byteMap(model, output, { widthPx, heightPx }), picture), colours: data };
}
