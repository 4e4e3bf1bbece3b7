/**
 * What `kernels.wasm` exports. An array is given by where it begins in the memory, its `byteOffset`; widths and counts are
 * in elements. The C files say what each kernel does, and what it may read or write beyond an array.
 */
export interface Kernels extends Resampling, Alpha, Rows, Colours, Scale, Planes, Flat, Png, Deflate {
  readonly memory: WebAssembly.Memory;
  readonly __heap_base: { readonly value: number };
}

type Kernel<Parameters extends readonly unknown[]> = (...parameters: Parameters) => void;

/** resample.c */
interface Resampling {
  readonly overGrey: Kernel<[rgba: number, pixels: number, rgb: number]>;
  readonly reduceRow: Kernel<
    [rgb: number, first: number, count: number, weights: number, stride: number, width: number, into: number]
  >;
  readonly addRow: Kernel<[sum: number, row: number, weight: number, count: number]>;
  readonly takeSum: Kernel<[sum: number, count: number, into: number]>;
  readonly blendRows: Kernel<
    [one: number, weight: number, other: number, otherWeight: number, count: number, into: number]
  >;
}

/** alpha.c */
interface Alpha {
  readonly layerRow: Kernel<
    [
      ...rows: [upper: number, lower: number, down: number, width: number],
      ...tables: [start: number, across: number],
      ...written: [blended: number, into: number],
    ]
  >;
  readonly guidedRow: Kernel<
    [
      ...picture: [into: number, pixels: number, channels: number, first: number, last: number, size: number],
      ...matte: [rows: number, width: number, down: number, w0: number, w1: number, w2: number, w3: number],
      ...models: [above: number, below: number, stride: number],
      columns: number,
    ]
  >;
  readonly fitRow: Kernel<[rows: number, guideRows: number, width: number, sums: number, into: number, stride: number]>;
}

/** rows.c */
interface Rows {
  readonly multiplyAlpha: Kernel<[alpha: number, rgba: number, pixels: number]>;
  readonly underAlpha: Kernel<[colours: number, channels: number, alpha: number, pixels: number, rgba: number]>;
  readonly cleanRow: Kernel<
    [
      ...row: [rgba: number, photo: number, pixels: number, first: number, size: number],
      down: number,
      ...estimates: [front: number, back: number, known: number, width: number],
    ]
  >;
}

/** colours.c */
interface Colours {
  readonly halve: Kernel<
    [colours: number, alpha: number, width: number, height: number, halfColours: number, halfAlpha: number]
  >;
  readonly nearEdges: Kernel<[alpha: number, width: number, height: number, across: number, near: number]>;
  readonly startLevel: Kernel<
    [
      ...level: [colours: number, alpha: number, near: number, width: number, height: number],
      ...smaller: [front: number, back: number, width: number],
      ...written: [front: number, back: number],
    ]
  >;
  readonly solveAll: Kernel<
    [
      ...level: [colours: number, alpha: number, near: number, width: number, height: number],
      ...sides: [front: number, back: number],
    ]
  >;
  readonly roundToBytes: Kernel<[values: number, count: number, into: number]>;
  readonly distances: Kernel<
    [
      ...matte: [alpha: number, width: number, height: number],
      ...alphas: [from: number, to: number],
      most: number,
      distance: number,
    ]
  >;
  readonly extremes: Kernel<
    [
      ...plane: [values: number, width: number, height: number, channels: number],
      reach: number,
      ...written: [low: number, high: number, room: number],
    ]
  >;
  readonly keepBetween: Kernel<[values: number, low: number, high: number, count: number]>;
  readonly meansOfSoft: Kernel<
    [
      ...planes: [alpha: number, low: number, high: number, width: number, height: number],
      ...alphas: [clearBelow: number, opaqueAbove: number],
      reach: number,
      ...written: [room: number, means: number],
    ]
  >;
  readonly knownColours: Kernel<
    [
      ...background: [distance: number, knownTo: number, unknownFrom: number],
      ...subject: [distance: number, knownTo: number, unknownFrom: number],
      ...differences: [low: number, high: number, flatTo: number, steepFrom: number],
      ...means: [means: number, hazeTo: number, edgeFrom: number],
      count: number,
      known: number,
    ]
  >;
}

/** scale.c */
interface Scale {
  readonly addShares: Kernel<
    [sums: number, rows: number, width: number, channels: number, shares: number, count: number]
  >;
  readonly takeMeans: Kernel<
    [
      ...source: [sums: number, width: number, channels: number],
      ...pixels: [left: number, across: number, width: number],
      into: number,
    ]
  >;
}

/** plane.c */
interface Planes {
  readonly reducePlane: Kernel<
    [
      ...source: [rows: number, width: number, height: number],
      ...columns: [first: number, count: number, weights: number, stride: number, width: number],
      ...lines: [first: number, count: number, weights: number, stride: number, height: number],
      ...written: [narrowed: number, into: number],
    ]
  >;
  readonly countBetween: (values: number, length: number, low: number, high: number) => number;
  readonly countAround: Kernel<
    [
      ...plane: [values: number, width: number, height: number],
      ...window: [low: number, high: number, reach: number],
      table: number,
      ...written: [columns: number, into: number],
    ]
  >;
  readonly softCorners: (
    ...parameters: [
      ...planes: [alpha: number, softness: number, width: number, height: number],
      ...alphas: [low: number, high: number],
      into: number,
    ]
  ) => number;
}

/** flat.c */
interface Flat {
  readonly differences: Kernel<[rgb: number, behind: number, pixels: number, into: number]>;
  readonly raiseToMost: Kernel<[values: number, count: number, side: number, into: number]>;
  readonly stepsTo: Kernel<
    [...plane: [values: number, width: number, height: number], value: number, most: number, into: number]
  >;
  readonly smoothCells: Kernel<
    [...plane: [values: number, width: number, height: number], step: number, most: number, into: number]
  >;
  readonly placesBeside: (
    ...parameters: [
      ...plane: [values: number, width: number, height: number],
      ...found: [value: number, other: number],
      ...written: [room: number, into: number],
    ]
  ) => number;
}

/** png.c */
interface Png {
  readonly filterUp: Kernel<[row: number, above: number, bytes: number, into: number]>;
  readonly filterPaeth: Kernel<[row: number, above: number, bytes: number, pixelBytes: number, into: number]>;
  readonly adler32: (sums: number, bytes: number, count: number) => number;
}

/** deflate.c */
interface Deflate {
  readonly deflateRuns: (bytes: number, count: number, isLast: number, tokens: number, into: number) => number;
}
