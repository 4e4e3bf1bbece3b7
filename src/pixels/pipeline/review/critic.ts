/**
 * The critic: a network that sees a picture and its answer, and says how likely that failed (models/critic/README.md). It finds what is lost
 * or added with certainty, of which a matte shows no sign.
 */
import { NetworkFault, type Networks, numbers } from '../networks/networks.ts';
import { see } from '../passes/see.ts';
import type { Picture } from '../picture/picture.ts';
import { type Layer, reducedLayer } from '../plane/layer.ts';
import { type Region, type Size, wholeOf } from '../plane/region.ts';
import { lookFirst } from './look-first.ts';

/** The final matte of a picture: its answer. */
export interface FinalMatte {
  readonly picture: Size;
  /** Over the picture or a part of it. */
  readonly layer: Layer;
}

/** What the critic says of an answer. */
export interface Criticism {
  /** The chance that the answer failed, 0 to 1. */
  readonly failed: number;
  /** Where most of it is wrong, in pixels of the picture; null where the critic does not say. */
  readonly lookFirst: Region | null;
}

/**
 * Asks the critic about an answer. One call.
 * @param seen the whole picture, as the matte network saw it
 * @param critic name or role of the network: `uint8 [N,S,S,4]` in, red, green, blue and alpha, all as means of areas; `failed` out,
 * `float32 [N]`, and `wrong`, `uint8 [N,2,H,W]`, if it has one
 * @throws NetworkFault
 */
export async function criticismOf(
  { picture, layer }: FinalMatte,
  seen: Picture,
  networks: Networks,
  critic: string,
): Promise<Criticism> {
  const alpha = (widthPx: number, heightPx: number) => reducedLayer(layer, wholeOf(picture), widthPx, heightPx);
  const { outputs } = await see(seen, networks, { model: critic, further: [alpha] });
  const [failed] = numbers(critic, outputs, 'failed', 1);
  if (!(failed >= 0 && failed <= 1)) throw new NetworkFault('failed', `Model ${critic} did not answer with a chance`);
  return { failed, lookFirst: lookFirst(outputs, picture) };
}
