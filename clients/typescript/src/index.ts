/** What the package offers. */
export type { Answered, Members, OpenPicture, Picture, Rate, Review } from './answers.ts';
export { bytesOf } from './base64.ts';
export { cutoutLocally, type LocalSettings } from './cutout-locally.ts';
export { type CallSettings, Edgematte, type EdgematteSettings, type Try } from './edgematte.ts';
export { BrokenError, EdgematteError, RefusedError } from './errors.ts';
export { applyMatte, type Grey, type Pixels } from './matte.ts';
export type {
  HeaderOf,
  JsonOperation,
  MembersOf,
  OperationId,
  OptionFile,
  OptionsOf,
  PictureOperation,
} from './operations.ts';
export type { Photo } from './photo.ts';
