/** Refusals of a body whose shape is wrong, before its options are read: the words that readers answer and the reference shows. */
import { imageLocation, invalid } from './refusals.ts';

const part = imageLocation('multipart');
const member = imageLocation('json');

/** Of a form. */
export const formRefusals = {
  missingFile: invalid(part, 'Field required', 'missing'),
  moreThanOneImage: invalid(part, 'Send one image, in the part "file"'),
} as const;

/** Of a picture as Base64. @param loc where it was sent */
export function base64Refusals(loc: readonly string[]) {
  return {
    noText: invalid(loc, 'Input should be a valid string', 'string_type'),
    dataPrefix: invalid(loc, 'Remove the "data:" prefix and send the Base64 text alone'),
    alphabet: invalid(loc, 'The text is not Base64: it has a character outside the standard alphabet'),
    pythonBytes: invalid(
      loc,
      'The text is not Base64: it is written b\'…\', as Python shows bytes; send .decode("ascii") of them',
    ),
    quotes: invalid(loc, 'The text is not Base64: it has quotation marks; send what is between them'),
    percentEscapes: invalid(
      loc,
      'The text is not Base64: it has percent escapes, such as "%2B"; send the characters that they stand for',
    ),
    urlAlphabet: invalid(
      loc,
      'The text is not Base64 of the standard alphabet but of that for URLs; send "+" for "-" and "/" for "_"',
    ),
    length: invalid(loc, 'The text is not Base64: its end is missing or wrongly padded'),
    lostPluses: invalid(
      loc,
      'The text is not Base64: its "+" characters have become spaces; send each as "+" in JSON, and as "%2B" in a URL-encoded form',
    ),
    empty: invalid(loc, 'The image is empty'),
  } as const;
}

export type Base64Refusals = ReturnType<typeof base64Refusals>;

/** Of a JSON body that is well formed. */
export const jsonRefusals = {
  contentType: invalid(['body'], 'Expected Content-Type application/json'),
  bothNames: invalid(member, 'Send image_base64 or image, not both'),
  ...base64Refusals(member),
} as const;
