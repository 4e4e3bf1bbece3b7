/** `POST /v1.0/improve`: an image that a caller gives to the operator, so that such images are cut out better one day. */
import { anyText, type OptionTable, readOptions, type ValuesOf } from '../options.ts';

/** Days for which an image is kept, where the deployment keeps any. */
export const keptDays = 30;

const mostCharacters = 255;

const fields = {
  image_filename: anyText('Name of the image file', mostCharacters),
  tag: anyText('Images with the same tag belong together', mostCharacters),
};

/** What may be sent beside the image. */
export const improvementFields: OptionTable = fields;

/** What a caller says of the image. */
export type Improvement = ValuesOf<typeof fields>;

/**
 * Reads the fields that describe the image.
 * @param given texts of a form, or values of a JSON body, by name; empty texts and null count as absent
 * @throws Refused 422 for what is no text, or a long one
 */
export function readImprovement(given: ReadonlyMap<string, unknown>): Improvement {
  return readOptions(fields, new Map([...given].filter(([, value]) => value !== '' && value !== null)));
}

/**
 * The answer of 200.
 * @param id of the image; nothing can be asked by it
 * @param isKept whether the deployment keeps images
 */
export function improvementAnswer(id: string, isKept: boolean) {
  return { headers: { 'X-Kept': isKept ? `${keptDays} days` : 'none' }, body: { id } };
}
