/** The whole work on one picture: what networks see, what they say, what the caller gets. */
import { cutoutRows, matteRows } from './compose.ts';
import type { Deflate } from './deflate.ts';
import { hasSubject, type Matte } from './matte.ts';
import { NetworkFault, type Networks } from './networks.ts';
import type { Picture } from './picture.ts';
import { encodePng } from './png/encode.ts';
import { proxy } from './proxy.ts';

export type SubjectResult = 'cutout' | 'matte';

/**
 * Asks the matte network for the subject of a picture.
 * @param model name of the network: RGB `uint8 [N,H,W,3]` in, opacity `uint8 [N,H,W]` out
 * @throws NetworkFault
 */
export async function findSubject(picture: Picture, networks: Networks, model: string): Promise<Matte> {
  const { inputs, outputs } = await networks.describe(model);
  const [, heightPx, widthPx, channels] = inputs[0]?.shape ?? [];
  if (inputs.length !== 1 || outputs.length < 1 || channels !== 3 || !(heightPx > 0) || !(widthPx > 0)) {
    throw new NetworkFault('failed', `Model ${model} does not take one RGB picture of fixed size`);
  }
  const data = proxy(picture, widthPx, heightPx);
  const shape = [1, heightPx, widthPx, 3];
  const [matte] = await networks.infer(model, [{ name: inputs[0].name, datatype: 'UINT8', shape, data }]);
  const [batch, matteHeightPx, matteWidthPx] = matte?.shape ?? [];
  if (!matte || batch !== 1 || matte.data.length !== matteHeightPx * matteWidthPx) {
    throw new NetworkFault('failed', `Model ${model} did not answer with one matte`);
  }
  return { widthPx: matteWidthPx, heightPx: matteHeightPx, alpha: matte.data };
}

/** The answer's PNG, made as it is read. The picture must stay open until the stream ends. */
export function renderSubject(
  picture: Picture,
  matte: Matte,
  result: SubjectResult,
  deflate: Deflate,
): ReadableStream<Uint8Array> {
  const rows = result === 'cutout' ? cutoutRows(picture, matte) : matteRows(picture, matte);
  return encodePng(rows, result === 'cutout' ? picture.icc : null, deflate);
}

export { hasSubject };
