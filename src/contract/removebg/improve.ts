/** `POST /v1.0/improve`: an image that a caller gives to the operator, so that such images are cut out better one day. */
import { type OptionTable, readOptions, type ValuesOf, written } from '../options.ts';

/** Days for which an image is kept, where the deployment keeps any. */
export const keptDays = 30;

const fields = {
  image_filename: shortText('Name of the image file'),
  tag: shortText('Images with the same tag belong together'),
};

/** What may be sent beside the image. */
export const improvementFields: OptionTable = fields;

/** What a caller says of the image. */
export type Improvement = ValuesOf<typeof fields>;

/**
 * Reads what is said of the image.
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

function shortText(meaning: string) {
  return written({
    meaning,
    pattern: '[^]{1,255}',
    expected: 'at most 255 characters',
    of: (text) => text,
    wrong: 'a'.repeat(256),
  });
}
