/** Which number formats this machine's processor has instructions for. */
import { readFileSync } from 'node:fs';

/** Flags of Linux by what they are good for: Intel and AMD, matrix and vector instructions. */
const instructions = {
  bf16: ['amx_bf16', 'avx512_bf16'],
  int8: ['amx_int8', 'avx512_vnni', 'avx_vnni'],
  // It adds up pairs of 8-bit products in 16 bits, where those of 8-bit weights do not fit.
  int7: ['avx2'],
} as const;

/** A number format that a processor may multiply faster than float32. */
export type ProcessorFormat = keyof typeof instructions;

/**
 * Reads the flags from the text of `/proc/cpuinfo`.
 * @returns formats that are multiplied faster than float32; none if the text names none
 */
export function formatsOf(cpuinfo: string): ReadonlySet<ProcessorFormat> {
  const flags = new Set(/^flags\s*:(.*)$/m.exec(cpuinfo)?.[1].split(/\s+/));
  const formats = ['bf16', 'int8', 'int7'] as const;
  return new Set(formats.filter((format) => instructions[format].some((flag) => flags.has(flag))));
}

/** Of this machine; none where there is no `/proc`. */
export function processorFormats(): ReadonlySet<ProcessorFormat> {
  try {
    return formatsOf(readFileSync('/proc/cpuinfo', 'utf8'));
  } catch {
    return new Set();
  }
}
