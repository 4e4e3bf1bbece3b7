/** How a server says which weights a network has: by a parameter of the model, as further passes are. */
import { isRecord } from './frame.ts';

const parameter = 'weights_sha256';

/** The parameter for the metadata of a model. @param weights SHA-256, hexadecimal */
export function weightsParameter(weights: string): Record<string, string> {
  return { [parameter]: weights };
}

/** Reads it back, as a plain value or as Triton wraps it; undefined where there is none or it is no SHA-256. */
export function readWeights(parameters: Readonly<Record<string, unknown>>): string | undefined {
  const given = parameters[parameter];
  const value = isRecord(given) ? given.string_value : given;
  return typeof value === 'string' && /^[0-9a-f]{64}$/.test(value) ? value : undefined;
}
