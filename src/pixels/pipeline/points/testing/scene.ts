/** Photos whose red is what the matte network sees, and whose green are the parts that a segmenter finds; and the networks for them. */

import type { Passes } from '../../../../contract/passes/declaration.ts';
import { type ByteTensor, NetworkFault, type Networks, type Tensor } from '../../networks/networks.ts';
import { framePicture } from '../../picture/frame.ts';
import type { Picture } from '../../picture/picture.ts';
import { segmentByGreen } from './segmenter.ts';

/** A rectangle in shares of the picture's sides. */
export interface Rectangle {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** A patch with what the passes have of it, and the part that it is. */
export interface ScenePart extends Rectangle {
  /** 0 to 255: red. */
  readonly alpha: number;
  /** From 40 on, 40 apart from others: green. */
  readonly part: number;
}

/** Where between parts there is haze: a pattern that is half subject. */
export type Haze = 'nowhere' | 'right' | 'everywhere';

/** A photo of parts, later ones on top. Blue is a fine pattern. */
export function photoOf(
  widthPx: number,
  heightPx: number,
  parts: readonly ScenePart[],
  haze: Haze = 'nowhere',
): Picture {
  const samples = new Uint8Array(widthPx * heightPx * 3);
  for (let y = 0, at = 0; y < heightPx; y++) {
    for (let x = 0; x < widthPx; x++, at += 3) {
      const [across, down] = [(x + 0.5) / widthPx, (y + 0.5) / heightPx];
      const found = parts.findLast(({ left, top, right, bottom }) => {
        return across >= left && across < right && down >= top && down < bottom;
      });
      const isHazy = haze === 'everywhere' || (haze === 'right' && across > 0.75);
      const between = isHazy ? 90 + ((x * 7 + y * 13) % 40) : 0;
      samples.set([found?.alpha ?? between, found?.part ?? 0, (x * 37 + y * 91) & 255], at);
    }
  }
  return framePicture({ widthPx, heightPx, channels: 3, samples, orientation: 1, icc: null });
}

/** What a network is asked, and who. */
export interface SceneNetworks {
  readonly port: Networks;
  readonly asked: string[];
  /** Tiles that the refiner was shown. */
  readonly tiles: () => number;
}

/** Sides of the inputs. */
const sides: Readonly<Record<string, number>> = {
  'image-type': 32,
  'matte-refiner': 64,
  'point-segmenter': 1024,
  critic: 32,
};

export interface SceneAnswers {
  readonly passes?: Passes;
  /** What the classifier says. */
  readonly photo?: number;
  /** Side of the matte network's input. */
  readonly matteSidePx?: number;
  /** What a critic says, where passes name one: by what it is shown. */
  failed?(image: ByteTensor): number;
  /** The segmenter's answer. */
  segment?(inputs: readonly ByteTensor[]): Tensor[];
}

/** Networks for such photos. The refiner answers with something of the photo's pattern wherever it is asked. */
export function sceneNetworks({
  passes = {},
  photo = 0.98,
  matteSidePx = 96,
  failed = () => 0,
  segment = segmentByGreen,
}: SceneAnswers = {}): SceneNetworks {
  const asked: string[] = [];
  let tiles = 0;
  const mapped = (name: string, { shape, data }: ByteTensor, value: (at: number) => number): Tensor => {
    const count = shape.slice(0, 3).reduce((product, side) => product * side, 1);
    const values = Uint8ClampedArray.from({ length: count }, (_, at) => value((at * data.length) / count));
    return { name, datatype: 'UINT8', shape: shape.slice(0, 3), data: new Uint8Array(values.buffer) };
  };
  const port: Networks = {
    async describe(model) {
      const channels = model === 'matte-refiner' || model === 'critic' ? 4 : 3;
      const side = model === 'matte' ? matteSidePx : sides[model];
      if (!side) throw new NetworkFault('failed', `There is no ${model}`);
      const input = { name: 'image', shape: [-1, side, side, channels] };
      return { inputs: [input], outputs: [], ...(model === 'matte' && { passes }) };
    },
    async infer(model, inputs) {
      asked.push(model);
      const [input] = inputs;
      switch (model) {
        case 'image-type':
          return [{ name: 'probabilities', datatype: 'FP32', shape: [1, 2], data: Float32Array.of(photo, 1 - photo) }];
        case 'critic':
          return [{ name: 'failed', datatype: 'FP32', shape: [1], data: Float32Array.of(failed(input)) }];
        case 'point-segmenter':
          return segment(inputs);
        case 'matte-refiner':
          tiles += input.shape[0];
          return [mapped('alpha', input, (at) => (input.data[at + 3] + input.data[at + 2]) / 2)];
        default:
          return [mapped('matte', input, (at) => input.data[at])];
      }
    },
  };
  return { port, asked, tiles: () => tiles };
}
