/**
 * The subject of a picture: its matte, from one look at the whole of it, from a coarser second look where the first is
 * unsure (docs/decisions/0011-second-look.md), and from a close look where it is still unsure and the subject is small
 * (docs/decisions/0014-close-look.md). At most three calls of a network, one after the other.
 */

import { hasSubject, type Layer, layerOver, type Matte } from '../matte.ts';
import { byteMap, NetworkFault, type Networks, pictureInput, type SecondLook } from '../networks.ts';
import { framePicture } from '../picture/frame.ts';
import type { Picture } from '../picture/picture.ts';
import { proxy } from '../proxy.ts';
import { type Region, wholeOf } from '../region.ts';
import { closeRegion, surerLayer } from './close-look.ts';
import { surerMatte } from './surer-matte.ts';
import { uncertainShare } from './uncertainty.ts';

/** What a network saw and what it made of it. */
interface Look {
  /** What it saw, at the size of the matte, RGB. */
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
  const { secondLook, closeLook } = await networks.describe(model);
  const whole = await lookAtAll(picture, networks, model, secondLook);
  const layer = layerOver(whole.matte, picture);
  // Without a subject there is no part that holds it.
  const region = closeLook && hasSubject(whole.matte) && closeRegion(whole.matte, picture, closeLook);
  const close = region && (await unlessUnavailable(look(picture, networks, model, region)));
  if (!close) return { layer, colours: whole.colours };
  const closeLayer = { matte: close.matte, region, outside: 0 };
  return surerLayer(layer, closeLayer) === closeLayer
    ? { layer: closeLayer, colours: close.colours }
    : { layer, colours: whole.colours };
}

/** The first look at the whole picture or the second, whichever is surer. */
async function lookAtAll(
  picture: Picture,
  networks: Networks,
  model: string,
  secondLook: SecondLook | undefined,
): Promise<Look> {
  const first = await look(picture, networks, model, wholeOf(picture));
  if (!secondLook || uncertainShare(first.matte) <= secondLook.whenUncertain) return first;
  // Sees what the first look saw, so that the picture is not decoded again.
  const { widthPx, heightPx } = first.matte;
  const seen = framePicture({ widthPx, heightPx, channels: 3, samples: first.colours, orientation: 1, icc: null });
  const second = await unlessUnavailable(look(seen, networks, secondLook.model, wholeOf(seen)));
  return second && surerMatte(first.matte, second.matte) === second.matte ? second : first;
}

async function look(picture: Picture, networks: Networks, model: string, region: Region): Promise<Look> {
  const { name, widthPx, heightPx } = pictureInput(model, await networks.describe(model), 3);
  const data = proxy(picture, widthPx, heightPx, region);
  const [output] = await networks.infer(model, [{ name, datatype: 'UINT8', shape: [1, heightPx, widthPx, 3], data }]);
  return { colours: data, matte: byteMap(model, output, { widthPx, heightPx }) };
}

/** Null where the network is down or full: what is known already is an answer too. */
async function unlessUnavailable(pending: Promise<Look>): Promise<Look | null> {
  try {
    return await pending;
  } catch (fault) {
    if (fault instanceof NetworkFault && fault.kind === 'unavailable') return null;
    throw fault;
  }
}
