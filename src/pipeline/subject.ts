/**
 * The subject of a picture: its matte, from one look at the whole of it, and from a coarser second look where the first is
 * unsure. At most two calls of a network, one after the other (docs/decisions/0011-second-look.md).
 */
import { framePicture } from './frame.ts';
import { type Layer, layerOver, type Matte } from './matte.ts';
import { byteMap, NetworkFault, type Networks, pictureInput } from './networks.ts';
import type { Picture } from './picture.ts';
import { proxy } from './proxy.ts';
import { surerMatte } from './surer-matte.ts';
import { uncertainShare } from './uncertainty.ts';

/** What a network saw and what it made of it. */
interface Look {
  /** The picture at the size of the matte, RGB. */
  readonly colours: Uint8Array;
  readonly matte: Matte;
}

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
  const { secondLook } = await networks.describe(model);
  const first = await look(picture, networks, model);
  if (!secondLook || uncertainShare(first.matte) <= secondLook.whenUncertain) return subjectOf(first, picture);
  const second = await lookAgain(first, networks, secondLook.model);
  const isSurer = second !== null && surerMatte(first.matte, second.matte) === second.matte;
  return subjectOf(isSurer ? second : first, picture);
}

function subjectOf({ colours, matte }: Look, picture: Picture): Subject {
  return { layer: layerOver(matte, picture), colours };
}

async function look(picture: Picture, networks: Networks, model: string): Promise<Look> {
  const { name, widthPx, heightPx } = pictureInput(model, await networks.describe(model), 3);
  const data = proxy(picture, widthPx, heightPx);
  const [output] = await networks.infer(model, [{ name, datatype: 'UINT8', shape: [1, heightPx, widthPx, 3], data }]);
  return { colours: data, matte: byteMap(model, output, { widthPx, heightPx }) };
}

/** Sees what the first look saw, so that the picture is not decoded again. Null where the network is down or full. */
async function lookAgain({ colours, matte }: Look, networks: Networks, model: string): Promise<Look | null> {
  const { widthPx, heightPx } = matte;
  const seen = framePicture({ widthPx, heightPx, channels: 3, samples: colours, orientation: 1, icc: null });
  try {
    return await look(seen, networks, model);
  } catch (fault) {
    if (fault instanceof NetworkFault && fault.kind === 'unavailable') return null;
    throw fault;
  }
}
