/** Refusals of a body whose shape is wrong, before its options are read: the words that readers answer and the reference shows. */
import { imageLocation, invalid } from './refusals.ts';

const part = imageLocation('multipart');
const member = imageLocation('json');

/** Of a form. */
export const formRefusals = {
  missingFile: invalid(part, 'Field required', 'missing'),
  moreThanOneImage: invalid(part, 'Send one image, in the part "file"'),
} as const;

/** Of a JSON body that is well formed. */
export const jsonRefusals = {
  contentType: invalid(['body'], 'Expected Content-Type application/json'),
  bothNames: invalid(member, 'Send image_base64 or image, not both'),
  noText: invalid(member, 'Input should be a valid string', 'string_type'),
  dataPrefix: invalid(member, 'Remove the "data:" prefix and send the Base64 text alone'),
  alphabet: invalid(member, 'The text is not Base64: it has a character outside the standard alphabet'),
  length: invalid(member, 'The text is not Base64: its end is missing or wrongly padded'),
  lostPluses: invalid(
    member,
    'The text is not Base64: its "+" characters have become spaces; send each as "+" in JSON, and as "%2B" in a URL-encoded form',
  ),
  empty: invalid(member, 'The image is empty'),
} as const;
