/** What the form asks for, in two parts: what the service has to make, and what this browser makes of its cutout. */
import { readOptions } from '../../../../contract/options.ts';
import {
  cutoutOutput,
  geometryOptions,
  type InBrowser,
  matteOutput,
  outputInBrowser,
  outputOptions,
} from '../../../../contract/output/options.ts';
import type { PictureOutput, WithOutput } from '../../../../contract/output/output.ts';
import { shadowInBrowser, shadowOf, shadowOptions } from '../../../../contract/output/shadow.ts';
import type { PageCall } from './send.ts';

export interface DividedCall {
  /** What is sent, and paid. */
  readonly sent: PageCall;
  /** What is made of the answer here, without a payment; null where the answer is shown as it is. */
  readonly output: PictureOutput | null;
  /** The picture under it, where one was given. */
  readonly background: File | null;
}

const cutoutTable = { ...outputOptions, ...shadowOptions };
const inBrowser = new Map<string, InBrowser>(Object.entries({ ...outputInBrowser, ...shadowInBrowser }));

/** Whether a browser can follow an option of an answer's picture. */
function isMadeHere([name, value]: readonly [name: string, value: unknown]): boolean {
  const values = inBrowser.get(name) ?? false;
  return typeof values === 'boolean' ? values : values.some((each) => each === value);
}

/**
 * Divides a call.
 * @param isHere false where this browser has failed at it: then the service makes all of it
 */
export function divideCall(call: PageCall, isHere = true): DividedCall {
  const { operation, options } = call;
  const whole: DividedCall = { sent: call, output: null, background: null };
  const isFinished = (name: string) => name in cutoutTable && name in operation.options;
  const [finishing, others] = [true, false].map((finished) =>
    Object.fromEntries(Object.entries(options).filter(([name]) => isFinished(name) === finished)),
  );
  const asked = Object.entries(finishing);
  if (!isHere || asked.length === 0 || !asked.every(isMadeHere)) return whole;
  const output = outputOf(operation.result, finishing);
  if (output === undefined) return whole;
  const { background_image: background } = finishing;
  const sent = { operation, options: others };
  return { sent, output: output.output ?? null, background: background instanceof File ? background : null };
}

/** Undefined where options are wrong or contradict each other: the service says so, and it costs nothing. */
function outputOf(result: string, options: PageCall['options']): WithOutput | undefined {
  const given = new Map<string, unknown>(Object.entries(options));
  try {
    if (result === 'matte') return matteOutput(readOptions(geometryOptions, given));
    const values = readOptions(cutoutTable, given);
    return cutoutOutput(values, shadowOf(values));
  } catch {
    return undefined;
  }
}
