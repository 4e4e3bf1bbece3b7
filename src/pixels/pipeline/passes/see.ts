/** One pass: a network is shown a part of the picture at the size that it takes, and answers. */
import {
  type ByteTensor,
  NetworkFault,
  type Networks,
  type PictureInput,
  pictureInputOf,
  type Tensor,
} from '../networks/networks.ts';
import { proxies, proxy } from '../networks/proxy.ts';
import type { Picture } from '../picture/picture.ts';
import { type Region, type Size, wholeOf } from '../plane/region.ts';

/** What a network was shown, and what it answered. */
export interface Sight {
  /** Size of the network's input. */
  readonly widthPx: number;
  readonly heightPx: number;
  /** RGB of the region at that size, 0 to 255. */
  readonly colours: Uint8Array;
  readonly outputs: readonly Tensor[];
}

/** RGB of the whole picture at the size of a network's input, by the network. */
export type WholeSights = ReadonlyMap<string, Uint8Array>;

/**
 * What several networks will see of the whole picture, in one pass over its rows: to read them may be to decode them.
 * @param models names or roles of networks that see red, green and blue
 * @param sized others, and the size at which they see it
 * @returns nothing for those that are not to be had now
 */
export async function wholeSights(
  picture: Picture,
  networks: Networks,
  models: readonly string[],
  sized: ReadonlyMap<string, Size> = new Map(),
): Promise<WholeSights> {
  const known = await Promise.allSettled(
    models.map(async (model) => ({ model, ...pictureInputOf(model, await networks.describe(model), 3) })),
  );
  const seen = known.flatMap((input) => {
    if (input.status === 'fulfilled') return [input.value];
    if (input.reason instanceof NetworkFault) return [];
    throw input.reason;
  });
  const others = Array.from(sized, ([model, size]) => ({ model, ...size }));
  const shots = [...seen, ...others].map((shot) => ({ ...shot, region: wholeOf(picture) }));
  if (shots.length === 0) return new Map();
  const colours = await proxies(picture, shots);
  return new Map(shots.map(({ model }, at) => [model, colours[at]]));
}

/** What a network sees beside colours: values of 0 to 255 over the same region, at the size of its input. */
export type FurtherPlane = (widthPx: number, heightPx: number) => Uint8Array;

/** What is shown to a network. */
interface Shown {
  /** Name or role of the network: `uint8 [N,H,W,3]` in, with one channel more for each further plane. */
  readonly model: string;
  /** The part of the picture that it sees, stretched to its size; the whole picture unless it is given. */
  readonly region?: Region;
  /** Planes that it sees behind red, green and blue. */
  readonly further?: readonly FurtherPlane[];
  /** What is known already of the region, where that is the whole picture. */
  readonly known?: WholeSights;
}

/**
 * Shows a network a part of the picture. One call, and one pass over the picture's rows unless its colours are known.
 * @throws NetworkFault
 */
export async function see(
  picture: Picture,
  networks: Networks,
  { model, region = wholeOf(picture), further = [], known }: Shown,
): Promise<Sight> {
  const input = pictureInputOf(model, await networks.describe(model), 3 + further.length);
  const { name, widthPx, heightPx } = input;
  const colours = known?.get(model) ?? (await proxy(picture, widthPx, heightPx, region));
  const planes = further.map((plane) => plane(widthPx, heightPx));
  const tensor: ByteTensor =
    planes.length > 0
      ? batchOf(input, [{ widthPx, heightPx, colours, planes }])
      : { name, datatype: 'UINT8', shape: [1, heightPx, widthPx, 3], data: colours };
  return { widthPx, heightPx, colours, outputs: await networks.infer(model, [tensor]) };
}

/** One picture of a batch: RGB and further planes of the same pixels, 0 to 255. */
export interface PictureWithPlanes extends Size {
  readonly colours: Uint8Array;
  readonly planes: readonly Uint8Array[];
}

/**
 * Pictures as one tensor `uint8 [N,H,W,3+planes]`.
 * @param pictures at least one, all with as many planes, each at most of the input's size; a smaller one goes on with its
 *   last row and column
 */
export function batchOf({ name, widthPx, heightPx }: PictureInput, pictures: readonly PictureWithPlanes[]): ByteTensor {
  const channels = 3 + pictures[0].planes.length;
  const data = new Uint8Array(pictures.length * heightPx * widthPx * channels);
  const rowBytes = widthPx * channels;
  let to = 0;
  for (const { colours, planes, ...size } of pictures) {
    for (let y = 0; y < heightPx; y++) {
      if (y >= size.heightPx) {
        data.copyWithin(to, to - rowBytes, to);
        to += rowBytes;
        continue;
      }
      const row = y * size.widthPx;
      putRow(colours.subarray(row * 3, (row + size.widthPx) * 3), 3, data, to, channels);
      for (const [at, plane] of planes.entries()) {
        putRow(plane.subarray(row, row + size.widthPx), 1, data, to + 3 + at, channels);
      }
      const end = to + size.widthPx * channels;
      to += rowBytes;
      for (let at = end; at < to; at++) data[at] = data[at - channels];
    }
  }
  return { name, datatype: 'UINT8', shape: [pictures.length, heightPx, widthPx, channels], data };
}

/** Puts a row of one or three samples a pixel between those of other planes. @param first where it goes */
function putRow(row: Uint8Array, each: 1 | 3, data: Uint8Array, first: number, channels: number): void {
  for (let from = 0, to = first; from < row.length; from += each, to += channels) {
    data[to] = row[from];
    if (each === 1) continue;
    data[to + 1] = row[from + 1];
    data[to + 2] = row[from + 2];
  }
}
