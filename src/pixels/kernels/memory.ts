/**
 * Memory that kernels and JavaScript share. WASM sees nothing but its own memory, so the caller of a kernel lays out what
 * it needs there, copies in, calls, and copies out, all without waiting in between.
 */
import kernelsModule, { keptBytes } from '#kernels';
import type { Kernels } from './kernels.ts';

/** What can be in the memory. */
type Numbers = Uint8Array | Uint16Array | Int32Array | Float32Array | Float64Array;

/** An array to be laid out: its kind and its length in elements. */
export interface ArrayKind<Kind extends Numbers = Numbers> {
  readonly kind: new (buffer: ArrayBuffer, at: number, length: number) => Kind;
  readonly bytesEach: number;
  readonly length: number;
}

/** Bytes, so many. */
export const bytes = (length: number): ArrayKind<Uint8Array> => ({ kind: Uint8Array, bytesEach: 1, length });
/** Whole numbers of 16 bits, without sign. */
export const shorts = (length: number): ArrayKind<Uint16Array> => ({ kind: Uint16Array, bytesEach: 2, length });
/** Whole numbers of 32 bits. */
export const integers = (length: number): ArrayKind<Int32Array> => ({ kind: Int32Array, bytesEach: 4, length });
/** Numbers of 32 bits. */
export const floats = (length: number): ArrayKind<Float32Array> => ({ kind: Float32Array, bytesEach: 4, length });
/** Numbers of 64 bits. */
export const doubles = (length: number): ArrayKind<Float64Array> => ({ kind: Float64Array, bytesEach: 8, length });

type ArrayKinds = Readonly<Record<string, ArrayKind>>;
type Arrays<Wanted extends ArrayKinds> = { readonly [Name in keyof Wanted]: InstanceType<Wanted[Name]['kind']> };

/** Kernels work on vectors of so many bytes, and may read or write so many beyond the end of an array. */
const vectorBytes = 16;
const pageBytes = 65_536;

interface Instance {
  readonly kernels: Kernels;
  /** Where the memory begins that the kernels do not use themselves. */
  readonly start: number;
}

/** Null where the last one took more than `keptBytes`: WASM memory never shrinks. */
let kept: Instance | null = null;

/**
 * Lays arrays out in the memory of the kernels. What they hold at first is left over from before.
 * They may be used until the caller awaits something or calls this again.
 * @returns the kernels, which take an array by its `byteOffset`, and the arrays by name
 */
export function layOut<Wanted extends ArrayKinds>(wanted: Wanted): LaidOut<Wanted> {
  const needed = bytesOf(wanted);
  const instance = kept ?? instantiate();
  grow(instance, needed);
  kept = instance.kernels.memory.buffer.byteLength <= keptBytes ? instance : null;
  return placed(wanted, instance);
}

/**
 * The same in a memory of its own: they may be used for as long as somebody has them, also by one who awaits something in between.
 */
export function layOutApart<Wanted extends ArrayKinds>(wanted: Wanted): LaidOut<Wanted> {
  const instance = instantiate();
  grow(instance, bytesOf(wanted));
  return placed(wanted, instance);
}

interface LaidOut<Wanted extends ArrayKinds> {
  readonly kernels: Kernels;
  readonly arrays: Arrays<Wanted>;
}

// Called for each row of a picture: plain loops, which make nothing but the arrays.
function bytesOf(wanted: ArrayKinds): number {
  let needed = 0;
  for (const name in wanted) needed += spaced(wanted[name].bytesEach * wanted[name].length);
  return needed;
}

function placed<Wanted extends ArrayKinds>(wanted: Wanted, { kernels, start }: Instance): LaidOut<Wanted> {
  const { buffer } = kernels.memory;
  let at = start;
  const arrays: Record<string, Numbers> = {};
  for (const name in wanted) {
    const { kind, bytesEach, length } = wanted[name];
    arrays[name] = new kind(buffer, at, length);
    at += spaced(bytesEach * length);
  }
  return { kernels, arrays: arrays as Arrays<Wanted> };
}

/** Bytes of an array and of what may be written beyond it, so that the next one is aligned. */
function spaced(length: number): number {
  return Math.ceil(length / vectorBytes + 1) * vectorBytes;
}

function grow({ kernels: { memory }, start }: Instance, needed: number): void {
  const missing = start + needed - memory.buffer.byteLength;
  if (missing > 0) memory.grow(Math.ceil(missing / pageBytes));
}

function instantiate(): Instance {
  // What C exports, its types cannot say.
  const kernels = new WebAssembly.Instance(kernelsModule).exports as unknown as Kernels;
  const end = kernels.__heap_base.value;
  return { kernels, start: Math.ceil(end / vectorBytes) * vectorBytes };
}
