/**
 * How a server says that a matte network is worth more than one look: by parameters of the model. Ours gives them with
 * the metadata, Triton with the model's configuration, where every value is a text inside an object.
 */
import type { CloseLook, CoarseLook, NetworkDescription, SecondLook } from '../pipeline/networks.ts';
import { MessageFault } from './fault.ts';
import { isRecord } from './frame.ts';

const second = { model: 'second_look', whenUnknown: 'second_look_when_uncertain' };
const close = { whenSmaller: 'close_look_when_smaller', whenUnknown: 'close_look_when_uncertain' };

const coarse = { model: 'coarse_look', chooser: 'coarse_look_chooser', whenUnknown: 'coarse_look_when_uncertain' };

export type OfferedLooks = Pick<NetworkDescription, 'secondLook' | 'closeLook' | 'coarseLook'>;

/** Parameters for the metadata of a model. */
export function lookParameters({ secondLook, closeLook, coarseLook }: OfferedLooks): Record<string, string | number> {
  return {
    ...(secondLook ? { [second.model]: secondLook.model, [second.whenUnknown]: secondLook.whenUnknown } : {}),
    ...(closeLook ? { [close.whenSmaller]: closeLook.whenSmaller, [close.whenUnknown]: closeLook.whenUnknown } : {}),
    ...(coarseLook ? { [coarse.model]: coarseLook.model } : {}),
    ...(coarseLook?.chooser
      ? { [coarse.chooser]: coarseLook.chooser.model, [coarse.whenUnknown]: coarseLook.chooser.whenUnknown }
      : {}),
  };
}

/**
 * Reads them back, as plain values or as Triton wraps them.
 * @throws MessageFault where a look lacks what belongs to it, or a share is not a number from 0 to 1
 */
export function readLookParameters(parameters: Readonly<Record<string, unknown>>): OfferedLooks {
  const secondLook = readSecondLook(parameters);
  const closeLook = readCloseLook(parameters);
  const coarseLook = readCoarseLook(parameters);
  return {
    ...(secondLook ? { secondLook } : {}),
    ...(closeLook ? { closeLook } : {}),
    ...(coarseLook ? { coarseLook } : {}),
  };
}

function readSecondLook(parameters: Readonly<Record<string, unknown>>): SecondLook | undefined {
  const model = name(parameters, second.model);
  if (model === undefined) return undefined;
  return { model, whenUnknown: neededShare(parameters, second.whenUnknown) };
}

function readCloseLook(parameters: Readonly<Record<string, unknown>>): CloseLook | undefined {
  const whenSmaller = share(parameters, close.whenSmaller);
  if (whenSmaller === undefined) return undefined;
  return { whenSmaller, whenUnknown: neededShare(parameters, close.whenUnknown) };
}

function readCoarseLook(parameters: Readonly<Record<string, unknown>>): CoarseLook | undefined {
  const model = name(parameters, coarse.model);
  if (model === undefined) return undefined;
  const chooser = name(parameters, coarse.chooser);
  if (chooser === undefined) return { model };
  return { model, chooser: { model: chooser, whenUnknown: neededShare(parameters, coarse.whenUnknown) } };
}

/** A text, or undefined where there is none. */
function name(parameters: Readonly<Record<string, unknown>>, parameter: string): string | undefined {
  const value = plain(parameters[parameter]);
  if (value === undefined || value === '') return undefined;
  if (typeof value === 'string') return value;
  throw new MessageFault(`The model has a malformed ${parameter}: it must be a name`);
}

/** A number from 0 to 1 that belongs to a look. */
function neededShare(parameters: Readonly<Record<string, unknown>>, name: string): number {
  const needed = share(parameters, name);
  if (needed === undefined) throw new MessageFault(`The model has no ${name}`);
  return needed;
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
