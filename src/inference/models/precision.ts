/** In which number format a network computes on this machine, and which file that takes. */
import type { ModelDescription } from './manifest.ts';
import type { ProcessorFormat } from './processor.ts';

export const precisions = ['fp32', 'bf16', 'int8', 'int7', 'fp16'] as const;

/**
 * `bf16` is the float32 file that the runtime computes in bfloat16, the others are files of their own: `int8` has values and weights
 * in 8 bits, `int7` values in 8 and weights in 7.
 */
export type Precision = (typeof precisions)[number];

/** What decides, where the operator leaves it to the service. */
export interface Machine {
  readonly runtime: 'native' | 'openvino' | 'wasm';
  /** The first execution provider is not the processor's. */
  readonly gpu: boolean;
  /** Number formats that the processor multiplies faster than float32. */
  readonly processor: ReadonlySet<ProcessorFormat>;
}

/**
 * The precision of a network. One in which the network did not pass is never chosen: it then stays in float32.
 * @param wanted the operator's word; `auto` is the fastest that runtime and processor have instructions for
 */
export function precisionOf(
  model: Pick<ModelDescription, 'precisions'>,
  wanted: 'auto' | Precision,
  machine: Machine,
): Precision {
  const choices = wanted === 'auto' ? fastest(machine) : [wanted];
  return choices.find((precision) => ifPassed(model, precision) !== 'fp32') ?? 'fp32';
}

/** The precision where the network passed in it, else float32. */
export function ifPassed({ precisions = {} }: Pick<ModelDescription, 'precisions'>, precision: Precision): Precision {
  return precision !== 'fp32' && precisions[precision] ? precision : 'fp32';
}

function fastest({ runtime, gpu, processor }: Machine): readonly Precision[] {
  if (gpu) return ['fp16'];
  if (runtime === 'wasm') return [];
  const openVino = runtime === 'openvino';
  return [
    ...(openVino && processor.has('bf16') ? (['bf16'] as const) : []),
    ...(processor.has('int8') ? (['int8'] as const) : []),
    // How OpenVINO adds up without VNNI was not measured.
    ...(!openVino && processor.has('int7') ? (['int7'] as const) : []),
  ];
}

/** SHA-256 of the weights that a network has in a precision, as the manifest says it. */
export function weightsOf(
  { source, preparedSha256, precisions }: Pick<ModelDescription, 'source' | 'preparedSha256' | 'precisions'>,
  precision: Precision,
): string {
  const derived = isDerived(precision) ? precisions?.[precision]?.sha256 : undefined;
  return derived ?? preparedSha256 ?? source.sha256;
}

/** Precisions that are computed from a file of their own, made of the prepared one. */
export type DerivedPrecision = 'int8' | 'int7' | 'fp16';

/** Whether a precision has a file of its own. */
export function isDerived(precision: Precision): precision is DerivedPrecision {
  return precision === 'int8' || precision === 'int7' || precision === 'fp16';
}
