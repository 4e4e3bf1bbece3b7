/**
 * Deformable convolutions that an export spells out in plain operators, as `deform_conv2d_onnx_exporter` 1.2 does for
 * PyTorch and as the published BiRefNet has them. For every output pixel and every place of the kernel the lattice
 *
 *   places    adds the offsets to a constant grid, and takes the whole part of each sum and what is left
 *   samples   gathers the four pixels around each place out of the padded picture
 *   blends    multiplies each with its bilinear weight, adds the four, and multiplies with the mask
 *   convolves lays the samples out as a picture of kernels side by side, and convolves that with a stride of the kernel
 *
 * (Zhu et al., Deformable ConvNets v2, CVPR 2019.) Everything that decides what is computed is compared, constants
 * included: which axis is cut at which edge, which pixel gets which weight, every number of the grid.
 */
import { floatsOf } from './constants.ts';
import {
  anyIntegers,
  either,
  type Found,
  find,
  float,
  integers,
  node,
  type Pattern,
  type ReadableGraph,
  shared,
  value,
} from './pattern.ts';
import { DataType, type GraphNode } from './proto.ts';
import { readInteger, readIntegers } from './walk.ts';

/** A deformable convolution, as the operator DeformConv describes it. Pairs are of height and width. */
export interface DeformableConvolution {
  readonly picture: string;
  readonly weight: string;
  /** [N, 2 × offsetGroups × kernel places, H, W]: y and x of each. */
  readonly offset: string;
  readonly bias: string | undefined;
  readonly mask: string | undefined;
  readonly group: number;
  readonly offsetGroups: number;
  readonly kernel: readonly [number, number];
  readonly strides: readonly [number, number];
  readonly dilations: readonly [number, number];
  /** On either side. */
  readonly pads: readonly [number, number];
}

type Axis = 'y' | 'x';

const reshaped = (pattern: Pattern, sizes: string): Pattern => node('Reshape', [pattern, anyIntegers(sizes)]);
/** Half of what is stored as pairs of y and x. */
const half = (pairs: Pattern, axis: Axis): Pattern => {
  const [start, end] = axis === 'y' ? [0, 1] : [1, 2];
  return node('Slice', [pairs, integers(start), integers(end), integers(3)]);
};

const place = shared('place', node('Add', [value('grid'), reshaped(value('offset'), 'offset sizes')]));
const floor = shared('floor', node('Floor', [place]));
const pixel = shared('pixel', node('Cast', [floor], { to: DataType.INT64 }));
const beyond = shared('beyond', node('Sub', [place, floor]));
const bordered = either(
  node('Pad', [value('picture'), anyIntegers('padding')], { mode: 'constant' }),
  node('Pad', [value('picture'), anyIntegers('padding'), float(0)], { mode: 'constant' }),
);
const padded = shared('padded', reshaped(bordered, 'padded sizes'));
const channelsLast = node('Transpose', [padded], { perm: [0, 1, 3, 4, 2] });

/** The row or column before a place, or the one after it. */
function index(axis: Axis, isAfter: boolean): Pattern {
  const before = half(pixel, axis);
  const along = isAfter ? node('Add', [before, integers(1)]) : before;
  return reshaped(node('Clip', [along, integers(0), anyIntegers(`last ${axis}`)]), 'index sizes');
}

/** How much of that row or column. */
function share(axis: Axis, isAfter: boolean): Pattern {
  const after = half(beyond, axis);
  return isAfter ? after : node('Sub', [float(1), after]);
}

function corner(isBelow: boolean, isRight: boolean): Pattern {
  const places = node('Concat', [index('y', isBelow), index('x', isRight)], { axis: 3 });
  const gathered = node('GatherND', [channelsLast, places], { batch_dims: 2 });
  const samples = reshaped(node('Transpose', [gathered], { perm: [0, 1, 3, 2] }), 'sample sizes');
  const shares = reshaped(node('Mul', [share('y', isBelow), share('x', isRight)]), 'map sizes');
  return node('Mul', [shares, samples]);
}

const blended = node('Sum', [corner(false, false), corner(true, true), corner(true, false), corner(false, true)]);
const masked = either(node('Mul', [blended, reshaped(value('mask'), 'map sizes')]), blended);
/** What the last convolution of a lattice reads. */
const samplesOfKernels = reshaped(
  node('Transpose', [reshaped(masked, 'kernel sizes')], { perm: [0, 1, 4, 2, 5, 3] }),
  'laid out sizes',
);

/**
 * Reads a convolution as the end of such a lattice.
 * @returns what it computes; undefined where it is another convolution, or the lattice differs anywhere
 */
export function readLattice(conv: GraphNode, graph: ReadableGraph): DeformableConvolution | undefined {
  if (conv.opType !== 'Conv') return undefined;
  const found = find(samplesOfKernels, conv.input[0], graph);
  const kernel = pairOf(readIntegers(conv, 'kernel_shape', []));
  if (!found || !kernel || !hasStrideOfKernel(conv, kernel)) return undefined;
  const sizes = readSizes(found, kernel);
  const grid = sizes && readGrid(found, sizes, graph);
  if (!grid) return undefined;
  return {
    picture: String(found.get('picture')),
    weight: conv.input[1],
    offset: String(found.get('offset')),
    bias: conv.input[2] || undefined,
    mask: found.has('mask') ? String(found.get('mask')) : undefined,
    group: readInteger(conv, 'group', 1),
    offsetGroups: sizes.groups,
    kernel,
    ...grid,
  };
}

function pairOf(numbers: readonly number[]): readonly [number, number] | undefined {
  return numbers.length === 2 ? [numbers[0], numbers[1]] : undefined;
}

function hasStrideOfKernel(conv: GraphNode, kernel: readonly number[]): boolean {
  return (
    readIntegers(conv, 'strides', [1, 1]).join() === kernel.join() &&
    readIntegers(conv, 'pads', []).every((pad) => pad === 0) &&
    readIntegers(conv, 'dilations', []).every((step) => step === 1) &&
    !conv.attribute.some(({ name }) => name === 'auto_pad')
  );
}

interface Sizes {
  readonly groups: number;
  readonly kernel: readonly [number, number];
  /** Of the padded picture, its padding, and the output. */
  readonly padded: readonly [number, number];
  readonly padding: readonly [number, number];
  readonly output: readonly [number, number];
}

/** The sizes of a lattice, where all its constants say the same. */
function readSizes(found: Found, kernel: readonly [number, number]): Sizes | undefined {
  const numbers = (name: string): readonly number[] => [found.get(name) ?? []].flat().map(Number);
  const [batch, groups, count, , height, width] = numbers('offset sizes');
  const [, , channels, paddedHeight, paddedWidth] = numbers('padded sizes');
  const [, , top, left] = numbers('padding');
  const expected: Readonly<Record<string, readonly number[]>> = {
    'offset sizes': [batch, groups, kernel[0] * kernel[1], 2, height, width],
    'padded sizes': [batch, groups, channels, paddedHeight, paddedWidth],
    padding: [0, 0, top, left, 0, 0, top, left],
    'last y': [paddedHeight - 1],
    'last x': [paddedWidth - 1],
    'index sizes': [batch, groups, count * height * width, 1],
    'map sizes': [batch, groups, 1, count, height, width],
    'sample sizes': [batch, groups, channels, count, height, width],
    'kernel sizes': [batch, groups * channels, ...kernel, height, width],
    'laid out sizes': [batch, groups * channels, height * kernel[0], width * kernel[1]],
  };
  const agree = Object.entries(expected).every(([name, sizes]) => numbers(name).join() === sizes.join());
  // Places outside are cut at the edge: without a border of zeros they would read the picture.
  if (!agree || top < 1 || left < 1) return undefined;
  return { groups, kernel, padded: [paddedHeight, paddedWidth], padding: [top, left], output: [height, width] };
}

type Grid = Pick<DeformableConvolution, 'strides' | 'dilations' | 'pads'>;

/** Strides, dilations and padding, where every number of the grid [1, 1, kernel places, 2, H, W] follows from them. */
function readGrid(found: Found, sizes: Sizes, { constants }: ReadableGraph): Grid | undefined {
  const tensor = constants.get(String(found.get('grid')));
  const { kernel, output } = sizes;
  const expected = [1, 1, kernel[0] * kernel[1], 2, ...output];
  const grid = tensor?.dims.map(Number).join() === expected.join() ? floatsOf(tensor) : undefined;
  if (!grid) return undefined;
  const area = output[0] * output[1];
  const axes = [0, 1].map((axis) => {
    const origin = grid[axis * area];
    const step = (places: number, other: number): number => (places > 1 ? grid[other + axis * area] - origin : 1);
    const stride = step(output[axis], axis === 0 ? output[1] : 1);
    const dilation = step(kernel[axis], 2 * area * (axis === 0 ? kernel[1] : 1));
    return { origin, stride, dilation, pad: sizes.padding[axis] - origin };
  });
  for (const [at, number] of grid.entries()) {
    const axis = Math.floor(at / area) % 2;
    const { origin, stride, dilation } = axes[axis];
    const tap = Math.floor(at / (2 * area));
    const steps = axis === 0 ? Math.floor(tap / kernel[1]) : tap % kernel[1];
    const along = axis === 0 ? Math.floor((at % area) / output[1]) : at % output[1];
    if (number !== origin + stride * along + dilation * steps) return undefined;
  }
  if (!axes.every((axis, at) => isConvolution(axis, at, sizes))) return undefined;
  const pair = (of: 'stride' | 'dilation' | 'pad'): readonly [number, number] => [axes[0][of], axes[1][of]];
  return { strides: pair('stride'), dilations: pair('dilation'), pads: pair('pad') };
}

/** Whether the operator's output, by the sizes alone, is as large as the lattice's. */
function isConvolution(
  { stride, dilation, pad }: { readonly stride: number; readonly dilation: number; readonly pad: number },
  axis: number,
  { kernel, padded, padding, output }: Sizes,
): boolean {
  const reach = padded[axis] - 2 * padding[axis] + 2 * pad - dilation * (kernel[axis] - 1) - 1;
  return (
    [stride, dilation, pad].every(Number.isInteger) &&
    stride > 0 &&
    dilation > 0 &&
    pad >= 0 &&
    Math.floor(reach / stride) + 1 === output[axis]
  );
}
