/**
 * How a server says that a model has a second look: by two parameters of the model. Ours gives them with the metadata,
 * Triton with the model's configuration, where every value is a text inside an object.
 */
import type { SecondLook } from '../pipeline/networks.ts';
import { MessageFault } from './fault.ts';
import { isRecord } from './frame.ts';

const MODEL = 'second_look';
const WHEN_UNCERTAIN = 'second_look_when_uncertain';

/** Parameters for the metadata of a model. */
export function secondLookParameters(secondLook: SecondLook | undefined): Record<string, string | number> {
  return secondLook ? { [MODEL]: secondLook.model, [WHEN_UNCERTAIN]: secondLook.whenUncertain } : {};
}

/**
 * Reads them back, as plain values or as Triton wraps them.
 * @throws MessageFault where a model is named without a share from 0 to 1
 */
export function readSecondLook(parameters: Readonly<Record<string, unknown>>): SecondLook | undefined {
  const model = plain(parameters[MODEL]);
  if (model === undefined || model === '') return undefined;
  const share = plain(parameters[WHEN_UNCERTAIN]);
  const whenUncertain = typeof share === 'string' && share !== '' ? Number(share) : share;
  if (typeof model !== 'string' || typeof whenUncertain !== 'number' || !(whenUncertain >= 0 && whenUncertain <= 1)) {
    throw new MessageFault(`The model has a malformed ${MODEL} or ${WHEN_UNCERTAIN}`);
  }
  return { model, whenUncertain };
}

function plain(value: unknown): unknown {
  return isRecord(value) ? value.string_value : value;
}
