/** The eight operations of the contract: what each is called, where it lives and how its bodies are encoded. */

export type BodyEncoding = 'multipart' | 'json';
export type ResultKind = 'cutout' | 'matte' | 'car-cutout' | 'car-layers';

/** Last path segments; restricted keys name operations by them. */
export const operationNames = [
  'image-without-background',
  'image-without-background-base64',
  'alpha-channel',
  'alpha-channel-base64',
  'car-image-without-background',
  'car-image-without-background-base64',
  'car-layers-base64',
] as const;

export type OperationName = (typeof operationNames)[number];

export interface ProcessingOperation {
  readonly name: OperationName;
  readonly path: string;
  readonly encoding: BodyEncoding;
  readonly result: ResultKind;
  readonly summary: string;
}

export const processingOperations: readonly ProcessingOperation[] = [
  operation('image-without-background', 'multipart', 'cutout', 'Cut out the subject, as a PNG'),
  operation('image-without-background-base64', 'json', 'cutout', 'Cut out the subject, as Base64 in JSON'),
  operation('alpha-channel', 'multipart', 'matte', 'Alpha matte of the subject, as a PNG'),
  operation('alpha-channel-base64', 'json', 'matte', 'Alpha matte of the subject, as Base64 in JSON'),
  operation('car-image-without-background', 'multipart', 'car-cutout', 'Cut out a car, as a PNG'),
  operation('car-image-without-background-base64', 'json', 'car-cutout', 'Cut out a car, as Base64 in JSON'),
  operation('car-layers-base64', 'json', 'car-layers', 'Car cutout, shadow and view angles, in JSON'),
];

/** The free eighth operation. It counts towards the rate window and is never restricted. */
export const creditPath = '/available-credit';

export function isOperationName(text: string): text is OperationName {
  return (operationNames as readonly string[]).includes(text);
}

/** The operation of that name. */
export function operationNamed(name: OperationName): ProcessingOperation {
  const found = processingOperations.find((candidate) => candidate.name === name);
  if (!found) throw new Error(`No operation is named ${name}`);
  return found;
}

function operation(
  name: OperationName,
  encoding: BodyEncoding,
  result: ResultKind,
  summary: string,
): ProcessingOperation {
  return { name, path: `/v1.0/${name}`, encoding, result, summary };
}
