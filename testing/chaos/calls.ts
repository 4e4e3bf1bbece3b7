/** One planned call: which key, operation and picture, how its client behaves, and what may be answered. */
import {
  type OperationName,
  operationNamed,
  operationNames,
  type ProcessingOperation,
} from '../../src/contract/operations.ts';
import type { Dice } from '../dice.ts';
import { type Call, filePart, jsonCall, multipartCall, type Part } from '../requests.ts';
import type { ChaosKey } from './keys.ts';
import type { Manner } from './manners.ts';
import { type ChaosPicture, carName } from './pictures.ts';

export interface PlannedCall {
  /** Sent as X-Request-Id, so the ledger's entries name it. */
  readonly id: string;
  readonly key: ChaosKey;
  readonly operation: ProcessingOperation;
  readonly picture: ChaosPicture;
  readonly manner: Manner;
  /** Sent as Idempotency-Key. */
  readonly name: string | null;
  readonly call: Call;
  /** Whether the picture of an answer that seems whole is decoded too. */
  readonly decoded: boolean;
}

/** What a call asks for: the same again for a repeat. */
export type Wanted = Pick<PlannedCall, 'key' | 'operation' | 'picture'> & { readonly options: Options };

type Options = Readonly<Record<string, string | boolean>>;

const carOptions: readonly Options[] = [{}, {}, { shadow_type: 'none' }, { reconstruct_windows: false }];
const subjectOptions: readonly Options[] = [{}, {}, { include_image_type: false }];

/** Draws what a call asks for: any operation, its options, one of the keys and pictures by their weights. */
export function drawWanted(dice: Dice, keys: readonly ChaosKey[], pictures: readonly ChaosPicture[]): Wanted {
  const operation = operationNamed(dice.pick<OperationName>(operationNames));
  const options = dice.pick(operation.result.startsWith('car-') ? carOptions : subjectOptions);
  return { key: dice.weighted(keys), operation, picture: dice.weighted(pictures), options };
}

/** Car operations get a photo of a car, since the shipped networks check for one. */
export function withCar(wanted: Wanted, pictures: readonly ChaosPicture[]): Wanted {
  const picture = pictures.find(({ name }) => name === carName);
  return picture && wanted.operation.result.startsWith('car-') ? { ...wanted, picture } : wanted;
}

/**
 * Writes the request of a call.
 * @param id its `X-Request-Id`
 * @param name its `Idempotency-Key`; null for none
 * @param decoded whether the picture of an answer that seems whole will be decoded
 */
export function planCall(
  id: string,
  wanted: Wanted,
  manner: Manner,
  name: string | null,
  decoded: boolean,
): PlannedCall {
  const { headers, ...written } = writeCall(wanted);
  const ids = { 'X-Request-Id': id, ...(name === null ? {} : { 'Idempotency-Key': name }) };
  const { key, operation, picture } = wanted;
  return { id, key, operation, picture, manner, name, decoded, call: { ...written, headers: { ...headers, ...ids } } };
}

function writeCall({ key, operation, picture, options }: Wanted): Call {
  if (operation.encoding === 'json') {
    const { address } = picture;
    const source = address === undefined ? { image_base64: base64Of(picture) } : { image_url: address };
    return jsonCall(operation.path, key.key, { ...options, ...source });
  }
  const fields = Object.entries(options).map(([name, value]): Part => ({ name, content: String(value) }));
  return multipartCall(operation.path, key.key, [...fields, partOf(picture)]);
}

function partOf({ file, address }: ChaosPicture): Part {
  return address === undefined ? filePart(file) : { name: 'image_url', content: address };
}

const base64Texts = new WeakMap<ChaosPicture, string>();

function base64Of(picture: ChaosPicture): string {
  const known = base64Texts.get(picture);
  if (known !== undefined) return known;
  const text = picture.file.toString('base64');
  base64Texts.set(picture, text);
  return text;
}

/**
 * Statuses that the contract has for such a call.
 * @param real whether networks are the shipped ones, which do not find a car in every picture
 */
export function fittingStatuses(
  { key, operation, picture, manner, name }: PlannedCall,
  real: boolean,
): readonly number[] {
  const statuses = [503];
  const json = operation.encoding === 'json';
  if (picture.size) statuses.push(200);
  else statuses.push(422, json ? 400 : 415);
  if (real && operation.result.startsWith('car-')) statuses.push(422);
  if (key.kind === 'poor') statuses.push(402);
  if (key.kind === 'slow-rate') statuses.push(429);
  if (key.kind === 'restricted') statuses.push(403);
  // Uploads that pause, and clients that have closed their side.
  if (manner.kind !== 'polite') statuses.push(408);
  if (name !== null) statuses.push(409, 422);
  return statuses;
}
