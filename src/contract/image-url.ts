/** `image_url`: the picture by its address, in place of a file or of Base64. Declared once, for every operation. */
import type { BodyEncoding } from './encoding.ts';
import { megabytes } from './limits.ts';
import { imageLocation, invalid, type Refusal, unsupportedFormat } from './refusals.ts';

/** What it is for, as a form says it. */
export const imageUrlMeaning =
  'Address of the image, which is then fetched: `http` or `https` at the default port, a public host, without credentials, at most 2,048 characters and three redirects.';

const loc = imageLocation('url');

/** Why there is no picture. What a strange server said is never among it, but for its status. */
const sentences = {
  IMAGE_URL_NOT_ALLOWED: {
    when: 'The address is none of a public host, or this deployment fetches none',
    msg: 'This address is not fetched. Send http or https at a public host, at the default port and without credentials, or send the file itself',
  },
  IMAGE_URL_UNREACHABLE: {
    when: 'Nothing answers at the address, or the answer broke off',
    msg: 'Nothing answers at this address, or its answer broke off. Check it, or send the file itself',
  },
  IMAGE_URL_TIMEOUT: {
    when: 'The address answered too late or too slowly: 10 s to the first byte, then as an upload',
    msg: 'The server at this address took too long. Try again, or send the file itself',
  },
} as const;

/** More than one source of the picture was sent. */
export const moreThanOneSource = invalid(loc, 'Send one image: a file, Base64 or image_url');
export const addressNoText = invalid(loc, 'Input should be a valid string', 'string_type');

/** 422: there is no picture at the address. */
export function addressRefused(code: keyof typeof sentences): Refusal {
  return invalid(loc, sentences[code].msg, 'value_error', code);
}

/** 422: the server at the address answered with another status than 200, or with one redirect too many. */
export function addressStatus(status: number): Refusal {
  const msg = `The server at this address answered ${status}. Check it, or send the file itself`;
  return invalid(loc, msg, 'value_error', 'IMAGE_URL_STATUS');
}

/** 422: what is at the address has too many bytes, counted as a file. */
export function addressTooLarge(limitBytes: number): Refusal {
  const msg = `The image at this address is larger than ${megabytes(limitBytes)}`;
  return invalid(loc, msg, 'value_error', 'IMAGE_URL_TOO_LARGE');
}

/** Each of them with an example, for the reference. */
export function addressFaults(
  encoding: BodyEncoding,
  limitBytes: number,
): readonly { readonly when: string; readonly refusal: Refusal }[] {
  const codes = Object.keys(sentences) as (keyof typeof sentences)[];
  return [
    { when: '`image_url` was sent beside another image', refusal: moreThanOneSource },
    ...(encoding === 'json' ? [{ when: '`image_url` is no text', refusal: addressNoText }] : []),
    ...codes.map((code) => ({ when: sentences[code].when, refusal: addressRefused(code) })),
    { when: 'The server at the address answered another status than 200', refusal: addressStatus(404) },
    { when: `What is at the address is over ${megabytes(limitBytes)}`, refusal: addressTooLarge(limitBytes) },
    { when: 'What is at the address is of no supported format', refusal: unsupportedFormat('url') },
  ];
}
