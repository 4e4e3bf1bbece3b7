/**
 * What BiRefNet-lite does after its backbone, with random weights: five blocks of deformable convolutions (ASPPDeformable of the
 * authors' code), the deepest two at 1/32 of the picture's side, the others at 1/16, 1/8 and 1/4. Each has four, of 1 × 1, 1 × 1,
 * 3 × 3 and 7 × 7, from 64 to 256 channels, spelled out as the published file has them. Offsets reach ± 8 pixels, so that
 * they count.
 */
import { declareFloats, makeFloats, makeNode } from '../../../../src/inference/models/onnx/build.ts';
import { encodeModel, type GraphNode, type GraphTensor, onnx } from '../../../../src/inference/models/onnx/proto.ts';
import { spellOut } from '../../../../testing/models/lattice.ts';
import { generator } from '../../../../testing/random.ts';

/** Sides of the blocks, as shares of the picture's. */
const shares = [32, 32, 16, 8, 4];
const kernels = [1, 1, 3, 7];
export const deformableConvolutions = shares.length * kernels.length;

export interface DecoderSizes {
  /** A multiple of 32. */
  readonly sidePx: number;
  /** What goes into each block, and what each of its convolutions makes of it; 64 and 256 in the published network. */
  readonly channels: number;
  readonly outputs: number;
}

/** The file, with the interface under which BiRefNet is published. */
export function spelledOutDecoder({ sidePx, channels, outputs }: DecoderSizes): Uint8Array {
  const network = new Network();
  let before: string | undefined;
  for (const [at, share] of shares.entries()) {
    const side = sidePx / share;
    const lateral = network.convolve('input_image', 3, channels, { side: share, stride: share, most: 1 });
    const grown = before && network.grow(before, shares[at - 1] / share);
    const joined = grown ? network.node('Add', [lateral, grown]) : lateral;
    before = network.block(joined, side, channels, outputs);
  }
  const logits = network.grow(
    network.convolve(before ?? '', channels, 1, { side: 1, most: 40 }),
    shares[shares.length - 1],
  );
  const graph = {
    name: 'decoder',
    nodes: [...network.nodes, makeNode('Identity', [logits], 'output_image')],
    initializers: network.initializers,
    inputs: [declareFloats('input_image', [1, 3, sidePx, sidePx])],
    outputs: [declareFloats('output_image', [1, 1, sidePx, sidePx])],
  };
  return encodeModel(graph, { producer: 'edgematte bench', opset: 17 });
}

interface Kernel {
  readonly side: number;
  readonly stride?: number;
  /** About how large its answers get, for numbers around 1. */
  readonly most: number;
}

class Network {
  readonly nodes: GraphNode[] = [];
  readonly initializers: GraphTensor[] = [];
  readonly #random = generator(66);

  node(opType: string, inputs: readonly string[], attributes: Parameters<typeof makeNode>[3] = {}): string {
    const output = `v${this.nodes.length}`;
    this.nodes.push(makeNode(opType, inputs, output, attributes));
    return output;
  }

  /** A convolution that keeps the side, or divides it by its stride. */
  convolve(value: string, inputs: number, outputs: number, { side, stride = 1, most }: Kernel): string {
    const pad = stride === 1 ? (side - 1) / 2 : 0;
    const weights = this.#weights([outputs, inputs, side, side], most);
    return this.node('Conv', [value, weights], {
      kernel_shape: [side, side],
      strides: [stride, stride],
      pads: [pad, pad, pad, pad],
    });
  }

  /** Four deformable convolutions side by side, and one that joins them. */
  block(value: string, side: number, channels: number, outputs: number): string {
    const branches = kernels.map((kernel) => {
      const places = kernel * kernel;
      const offset = this.convolve(value, channels, 2 * places, { side: kernel, most: 8 });
      const strength = this.node('Sigmoid', [this.convolve(value, channels, places, { side: kernel, most: 1 })]);
      const mask = this.node('Add', [strength, strength]);
      const sizes = {
        ...{ batch: 1, channels, picture: [side, side] as const, outputs },
        ...{ kernel: [kernel, kernel] as const, pads: [(kernel - 1) / 2, (kernel - 1) / 2] as const },
      };
      const weight = this.#weights([outputs, channels, kernel, kernel], 1);
      const bias = this.#weights([1, outputs, 1, 1], 0.1);
      const output = `d${this.nodes.length}`;
      const lattice = spellOut(sizes, { picture: value, offset, mask, weight, bias }, output);
      this.nodes.push(...lattice.nodes);
      this.initializers.push(...lattice.initializers);
      return this.node('Relu', [output]);
    });
    const joined = this.node('Concat', branches, { axis: 1 });
    return this.node('Relu', [this.convolve(joined, kernels.length * outputs, channels, { side: 1, most: 1 })]);
  }

  grow(value: string, times: number): string {
    const name = `w${this.initializers.length}`;
    this.initializers.push(makeFloats(name, [1, 1, times, times], [4]));
    const output = this.node('Resize', [value, '', name]);
    const mode = {
      name: 'mode',
      type: onnx.AttributeProto.AttributeType.STRING,
      s: new TextEncoder().encode('linear'),
    };
    this.nodes[this.nodes.length - 1].attribute = [mode];
    return output;
  }

  /** Evenly drawn, so that sums of products with numbers around 1 come to about `most`. */
  #weights(dims: readonly number[], most: number): string {
    const name = `w${this.initializers.length}`;
    const [, ...summed] = dims;
    const range = most / Math.sqrt(summed.reduce((product, size) => product * size, 1));
    const count = dims.reduce((product, size) => product * size, 1);
    const values = Array.from({ length: count }, () => range * (2 * this.#random() - 1));
    this.initializers.push(makeFloats(name, values, dims));
    return name;
  }
}
