/**
 * How a server says that a matte network is worth more than one look: by parameters of the model. Ours gives them with
 * the metadata, Triton with the model's configuration, where every value is a text inside an object.
 */
import type { NetworkDescription, SecondLook } from '../pipeline/networks.ts';
import { MessageFault } from './fault.ts';
import { isRecord } from './frame.ts';

const MODEL = 'second_look';
const WHEN_UNCERTAIN = 'second_look_when_uncertain';
const WHEN_SMALLER = 'close_look_when_smaller';

export type Looks = Pick<NetworkDescription, 'secondLook' | 'closeLook'>;

/** Parameters for the metadata of a model. */
export function lookParameters({ secondLook, closeLook }: Looks): Record<string, string | number> {
  return {
    ...(secondLook ? { [MODEL]: secondLook.model, [WHEN_UNCERTAIN]: secondLook.whenUncertain } : {}),
    ...(closeLook ? { [WHEN_SMALLER]: closeLook.whenSmaller } : {}),
  };
}

/**
 * Reads them back, as plain values or as Triton wraps them.
 * @throws MessageFault where a model is named without a share from 0 to 1, or a share is none
 */
export function readLooks(parameters: Readonly<Record<string, unknown>>): Looks {
  const secondLook = readSecondLook(parameters);
  const whenSmaller = share(parameters, WHEN_SMALLER);
  return {
    ...(secondLook ? { secondLook } : {}),
    ...(whenSmaller === undefined ? {} : { closeLook: { whenSmaller } }),
  };
}

function readSecondLook(parameters: Readonly<Record<string, unknown>>): SecondLook | undefined {
  const model = plain(parameters[MODEL]);
  if (model === undefined || model === '') return undefined;
  const whenUncertain = share(parameters, WHEN_UNCERTAIN);
  if (typeof model !== 'string' || whenUncertain === undefined) {
    throw new MessageFault(`The model has a malformed ${MODEL} or no ${WHEN_UNCERTAIN}`);
  }
  return { model, whenUncertain };
}

/** A number from 0 to 1, or undefined where there is none. */
function share(parameters: Readonly<Record<string, unknown>>, name: string): number | undefined {
  const value = plain(parameters[name]);
  if (value === undefined || value === '') return undefined;
  const number = typeof value === 'string' ? Number(value) : value;
  if (typeof number === 'number' && number >= 0 && number <= 1) return number;
  throw new MessageFault(`The model has a malformed ${name}: it must be a number from 0 to 1`);
}

function plain(value: unknown): unknown {
  return isRecord(value) ? value.string_value : value;
}
