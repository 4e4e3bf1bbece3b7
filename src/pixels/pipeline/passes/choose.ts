/**
 * The pass chooser: a network that has seen the picture and two passes decides which is right, place by place
 * (docs/decisions/0031-chooser-of-looks.md). The completer answers alike (docs/decisions/0059-matte-completer.md).
 */

import { type Networks, planeOf } from '../networks/networks.ts';
import type { Picture } from '../picture/picture.ts';
import { layerOver, reducedLayer } from '../plane/layer.ts';
import type { Matte } from '../plane/matte.ts';
import { type Size, wholeOf } from '../plane/region.ts';
import { mixPasses } from './mix.ts';
import { type FurtherPlane, see } from './see.ts';

/**
 * Mixes two passes as the chooser says.
 * @param seen what the full pass saw
 * @param first its matte, of the size of `seen`
 * @param low another matte of the whole of it
 * @param model name or role of the chooser or completer: `uint8 [N,H,W,5]` in, red, green, blue, full and low pass; maps `coarse`, `nothing` and
 *   `everything` out, `uint8 [N,P,P]`: shares of 255, of which the full pass has the rest
 * @returns a matte of the size of `first`
 * @throws NetworkFault
 */
export async function choosePasses(
  seen: Picture,
  first: Matte,
  low: Matte,
  networks: Networks,
  model: string,
): Promise<Matte> {
  const whole = wholeOf(seen);
  const asSeen = (matte: Matte): FurtherPlane => {
    const layer = layerOver(matte, seen);
    return (widthPx, heightPx) => reducedLayer(layer, whole, widthPx, heightPx);
  };
  const { outputs } = await see(seen, networks, { model, region: whole, further: [asSeen(first), asSeen(low)] });
  const map = (name: string, size?: Size) =>
    planeOf(
      model,
      outputs.find((output) => output.name === name),
      size,
    );
  // The network was trained when the low pass was called coarse.
  const ofLow = map('coarse');
  const shares = { low: ofLow, nothing: map('nothing', ofLow), everything: map('everything', ofLow) };
  return mixPasses(first, low, shares);
}
