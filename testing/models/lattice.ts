/**
 * A deformable convolution spelled out in plain operators, node by node as `deform_conv2d_onnx_exporter` 1.2 has PyTorch
 * write it, which the published BiRefNet went through. Pairs are of height and width.
 */
import { type AttributeValue, makeFloats, makeIntegers, makeNode } from '../../src/inference/models/onnx/build.ts';
import { DataType, type GraphNode, type GraphTensor, onnx } from '../../src/inference/models/onnx/proto.ts';

type Pair = readonly [number, number];

export interface LatticeSizes {
  readonly batch: number;
  readonly channels: number;
  readonly picture: Pair;
  readonly outputs: number;
  readonly kernel: Pair;
  readonly pads: Pair;
  readonly strides?: Pair;
  readonly dilations?: Pair;
  /** Channels of one group share their offsets. */
  readonly offsetGroups?: number;
  readonly group?: number;
}

/** What the lattice reads; `mask` may be left out. */
export interface LatticeValues {
  readonly picture: string;
  readonly offset: string;
  readonly mask?: string;
  readonly weight: string;
  /** [1, outputs, 1, 1], as PyTorch folds it. */
  readonly bias: string;
}

/** Where x and y are exchanged, which no deformable convolution does. All but the edges: offsets are x and y. */
export type Exchange = 'offsets' | 'grid' | 'shares' | 'edges';

export interface LatticeChoices {
  /** Names of the lattice's own values begin with it. */
  readonly name?: string;
  readonly exchanged?: readonly Exchange[];
  /** Constants among the weights, as simplifiers leave them, instead of in nodes. */
  readonly isSimplified?: boolean;
}

/** Height and width of the output. */
export function latticeOutput({ picture, kernel, pads, strides = [1, 1], dilations = [1, 1] }: LatticeSizes): Pair {
  const along = (axis: 0 | 1): number =>
    Math.floor((picture[axis] + 2 * pads[axis] - dilations[axis] * (kernel[axis] - 1) - 1) / strides[axis]) + 1;
  return [along(0), along(1)];
}

/** The lattice's nodes, the last of which makes `output`, and constants. */
export function spellOut(
  sizes: LatticeSizes,
  values: LatticeValues,
  output: string,
  { name = `${output}/`, exchanged = [], isSimplified = false }: LatticeChoices = {},
): { readonly nodes: GraphNode[]; readonly initializers: GraphTensor[] } {
  const write = new Writer(name, isSimplified);
  const { batch, channels, kernel, pads, offsetGroups = 1, group = 1 } = sizes;
  const [height, width] = latticeOutput(sizes);
  const taps = kernel[0] * kernel[1];
  const perGroup = channels / offsetGroups;
  // Places outside are cut to the border, so there always is one.
  const border = pads.map((pad) => Math.max(1, pad));
  const [paddedHeight, paddedWidth] = sizes.picture.map((size, axis) => size + 2 * border[axis]);

  const offset = write.reshape(values.offset, [batch, offsetGroups, taps, 2, height, width]);
  const place = write.node('Add', [write.grid(sizes, exchanged.includes('grid')), offset]);
  const floor = write.node('Floor', [place]);
  const pixel = write.node('Cast', [floor], { to: DataType.INT64 });
  const [first, second] = exchanged.includes('offsets') ? [1, 0] : [0, 1];
  const top = write.slice(pixel, first);
  const left = write.slice(pixel, second);
  const bottom = write.node('Add', [top, write.integer(1)]);
  const right = write.node('Add', [left, write.integer(1)]);
  const [lastY, lastX] = exchanged.includes('edges') ? [paddedWidth, paddedHeight] : [paddedHeight, paddedWidth];
  const cut = (index: string, size: number): string =>
    write.node('Clip', [index, write.integer(0), write.integer(size - 1)]);
  const rows = { top: cut(top, lastY), bottom: cut(bottom, lastY) };
  const columns = { left: cut(left, lastX), right: cut(right, lastX) };

  const beyond = write.node('Sub', [place, floor]);
  const [below, beside] = exchanged.includes('shares') ? [1, 0] : [0, 1];
  const shareBelow = write.slice(beyond, below);
  const shareRight = write.slice(beyond, beside);
  const shares = {
    bottom: shareBelow,
    right: shareRight,
    top: write.node('Sub', [write.float(1), shareBelow]),
    left: write.node('Sub', [write.float(1), shareRight]),
  };

  const pad = write.integers([0, 0, ...border, 0, 0, ...border]);
  const padded = write.reshape(write.node('Pad', [values.picture, pad]), [
    ...[batch, offsetGroups, perGroup],
    ...[paddedHeight, paddedWidth],
  ]);
  const corner = (row: 'top' | 'bottom', column: 'left' | 'right'): string => {
    const share = write.node('Mul', [shares[column], shares[row]]);
    const indexes = [rows[row], columns[column]].map((index) =>
      write.reshape(index, [batch, offsetGroups, taps * height * width, 1]),
    );
    const places = write.node('Concat', indexes, { axis: 3 });
    const last = write.node('Transpose', [padded], { perm: [0, 1, 3, 4, 2] });
    const gathered = write.node('GatherND', [last, places], { batch_dims: 2 });
    const samples = write.node('Transpose', [gathered], { perm: [0, 1, 3, 2] });
    return write.node('Mul', [
      write.reshape(share, [batch, offsetGroups, 1, taps, height, width]),
      write.reshape(samples, [batch, offsetGroups, perGroup, taps, height, width]),
    ]);
  };
  const corners = [corner('top', 'left'), corner('bottom', 'right'), corner('bottom', 'left'), corner('top', 'right')];
  const blended = write.node('Sum', corners);
  const masked =
    values.mask === undefined
      ? blended
      : write.node('Mul', [blended, write.reshape(values.mask, [batch, offsetGroups, 1, taps, height, width])]);
  const apart = write.reshape(masked, [batch, channels, ...kernel, height, width]);
  const sideBySide = write.node('Transpose', [apart], { perm: [0, 1, 4, 2, 5, 3] });
  const laidOut = write.reshape(sideBySide, [batch, channels, height * kernel[0], width * kernel[1]]);
  const attributes = { group, kernel_shape: kernel, strides: kernel };
  const convolved = write.node('Conv', [laidOut, values.weight], attributes);
  write.nodes.push(makeNode('Add', [convolved, values.bias], output));
  return write;
}

/** Writes nodes with numbered outputs. */
class Writer {
  readonly nodes: GraphNode[] = [];
  readonly initializers: GraphTensor[] = [];
  readonly #name: string;
  readonly #isSimplified: boolean;
  #count = 0;

  constructor(name: string, isSimplified: boolean) {
    this.#name = name;
    this.#isSimplified = isSimplified;
  }

  node(opType: string, inputs: readonly string[], attributes: Readonly<Record<string, AttributeValue>> = {}): string {
    const output = this.#next();
    this.nodes.push(makeNode(opType, inputs, output, attributes));
    return output;
  }

  reshape(value: string, dims: readonly number[]): string {
    return this.node('Reshape', [value, this.integers(dims)]);
  }

  /** One of the two of each pair. */
  slice(value: string, at: number): string {
    return this.node('Slice', [value, this.integers([at]), this.integers([at + 1]), this.integers([3])]);
  }

  integers(values: readonly number[]): string {
    return this.#constant(makeIntegers('', values));
  }

  integer(value: number): string {
    return this.#constant(onnx.TensorProto.create({ ...makeIntegers('', [value]), dims: [] }));
  }

  float(value: number): string {
    return this.#constant(makeFloats('', [value]));
  }

  /** Where each place of the kernel is, in the padded picture, before offsets. */
  grid(sizes: LatticeSizes, isExchanged: boolean): string {
    const { kernel, pads, strides = [1, 1], dilations = [1, 1] } = sizes;
    const [height, width] = latticeOutput(sizes);
    const taps = kernel[0] * kernel[1];
    const grid: number[] = [];
    for (let tap = 0; tap < taps; tap++) {
      const steps = [Math.floor(tap / kernel[1]), tap % kernel[1]];
      for (const axis of isExchanged ? [1, 0] : [0, 1]) {
        const origin = pads[axis] === 0 ? 1 : 0;
        for (let y = 0; y < height; y++)
          for (let x = 0; x < width; x++)
            grid.push(origin + strides[axis] * [y, x][axis] + dilations[axis] * steps[axis]);
      }
    }
    return this.#constant(makeFloats('', grid, [1, 1, taps, 2, height, width]));
  }

  #constant(tensor: GraphTensor): string {
    const output = this.#next();
    if (this.#isSimplified) {
      this.initializers.push(onnx.TensorProto.create({ ...tensor, name: output }));
    } else {
      const node = makeNode('Constant', [], output);
      node.attribute = [{ name: 'value', type: onnx.AttributeProto.AttributeType.TENSOR, t: tensor }];
      this.nodes.push(node);
    }
    return output;
  }

  #next(): string {
    return `${this.#name}${this.#count++}`;
  }
}
