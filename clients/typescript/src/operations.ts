/**
 * The eight operations: the client's name for each, and what its request and its answer are, read from the service's own
 * description. A new option or header there is one here once the types are made anew.
 */
import type { operations } from './openapi.generated.ts';

/** Operations that take a file and answer with a picture. */
export const pictureOperations = {
  cutout: 'image-without-background',
  matte: 'alpha-channel',
  car: 'car-image-without-background',
} as const;

/** Operations that take Base64 in JSON and answer with JSON. */
export const jsonOperations = {
  cutoutBase64: 'image-without-background-base64',
  matteBase64: 'alpha-channel-base64',
  carBase64: 'car-image-without-background-base64',
  layers: 'car-layers-base64',
} as const;

export type OperationId = keyof operations;
export type PictureOperation = keyof typeof pictureOperations;
export type JsonOperation = keyof typeof jsonOperations;
/** The service's name of an operation, by the client's. */
export type IdOf<Name extends PictureOperation | JsonOperation> = (typeof pictureOperations &
  typeof jsonOperations)[Name];

type Success<Id extends OperationId> = operations[Id]['responses'][200];
type ContentOf<Request> = Request extends { requestBody: { content: infer Content } } ? Content[keyof Content] : never;
/** Names that are written out: not `string`, of which an index signature is. */
type Written<Name> = Name extends string ? (string extends Name ? never : Name) : never;

/** Options of a call, under the service's own names. One that is left out has the service's default. */
export type OptionsOf<Id extends OperationId> = Partial<
  WithFiles<Omit<ContentOf<operations[Id]>, 'file' | 'image_base64' | 'image_url'>>
>;

/** A whole file. */
export type OptionFile = Blob | ArrayBuffer | ArrayBufferView<ArrayBuffer>;
/** Options that are files, which the service's description knows as text. */
type WithFiles<Options> = {
  [Name in keyof Options]: Name extends 'background_image' ? OptionFile | null : Options[Name];
};
/** Headers that the answer of an operation may carry. */
export type HeaderOf<Id extends OperationId> = Extract<
  keyof { [Name in keyof Success<Id>['headers'] as Written<Name>]: unknown },
  string
>;
/** The members of a JSON answer. */
export type MembersOf<Id extends OperationId> = Success<Id>['content'] extends { 'application/json': infer Members }
  ? Members
  : never;

/** The path of an operation that works on a picture. */
export function pathOf(id: OperationId): string {
  return `/v1.0/${id}`;
}
