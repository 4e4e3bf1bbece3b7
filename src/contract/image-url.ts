/** `image_url`: the picture by its address, in place of a file or of Base64. Declared once, for every operation. */
import { type AddressFault, trimmedAddress } from './address-text.ts';
import { type BodyEncoding, imageUrlName, maxAddressCharacters } from './encoding.ts';
import { megabytes } from './limits.ts';
import type { Option } from './options.ts';
import { invalid, type Refusal, Refused, unsupportedFormat } from './refusals.ts';

/** What it is for, as a form says it. */
export const imageUrlMeaning =
  'Address of the image, which is then fetched: `http` or `https` at the default port, a public host, without credentials, at most 2,048 characters and three redirects.';

/** Why an address is not fetched, and what to send. */
const notFetched: Readonly<Record<AddressFault, string>> = {
  'no address': 'it is no web address. Send one that begins with http:// or https://, or send the file itself',
  'too long': `it has more than ${maxAddressCharacters} characters. Send a shorter one, or send the file itself`,
  'stray character':
    'it has a control character or a backslash inside. Percent-encode it, as %0A or %5C, or send the file itself',
  credentials: 'it has a user name or a password. Send it without, or send the file itself',
  port: 'it names another port than the default one. Send it without, or send the file itself',
  host: 'it is at no public host, or at this service itself. Send one of a public host, or send the file itself',
  redirect: 'it leads on to one that is not allowed. Send that of the image itself, or send the file itself',
  'switched off': 'this deployment fetches none, or none without an account. Send the file itself',
};

/** Why there is no picture. What a strange server said is never among it, but for its status. */
const sentences = {
  IMAGE_URL_UNREACHABLE: {
    when: 'Nothing answers at the address, or the answer broke off',
    msg: 'Nothing answers at this address, or its answer broke off. Check it, or send the file itself',
  },
  IMAGE_URL_TIMEOUT: {
    when: 'The address answered too late or too slowly: 10 s to the first byte, then as an upload',
    msg: 'The server at this address took too long. Try again, or send the file itself',
  },
} as const;

const at = (name: string) => ['body', name];

/** More than one source of the picture was sent. */
export const moreThanOneSource = invalid(at(imageUrlName), 'Send one image: a file, Base64 or image_url');

/** 422: an address is no text. @param name under which it was sent, as for all that follow */
export function addressNoText(name: string = imageUrlName): Refusal {
  return invalid(at(name), 'Input should be a valid string', 'string_type');
}

/** 422: the address is not fetched. */
export function addressNotAllowed(fault: AddressFault, name: string = imageUrlName): Refusal {
  const msg = `This address is not fetched: ${notFetched[fault]}`;
  return invalid(at(name), msg, 'value_error', 'IMAGE_URL_NOT_ALLOWED');
}

/** 422: there is no picture at the address. */
export function addressRefused(code: keyof typeof sentences, name: string = imageUrlName): Refusal {
  return invalid(at(name), sentences[code].msg, 'value_error', code);
}

/** 422: the server at the address answered with another status than 200, or with one redirect too many. */
export function addressStatus(status: number, name: string = imageUrlName): Refusal {
  const msg = `The server at this address answered ${status}. Check it, or send the file itself`;
  return invalid(at(name), msg, 'value_error', 'IMAGE_URL_STATUS');
}

/** 422: what is at the address has too many bytes, counted as a file. */
export function addressTooLarge(limitBytes: number): Refusal {
  const msg = `The image at this address is larger than ${megabytes(limitBytes)}`;
  return invalid(at(imageUrlName), msg, 'value_error', 'IMAGE_URL_TOO_LARGE');
}

/** An option that is the address of another picture; undefined where it is not sent. */
export function oneAddress(meaning: string): Option<string | undefined> {
  return {
    meaning,
    values: [],
    schema: addressSchema(meaning),
    wrong: [],
    beyondContract: true,
    read(value, name) {
      // An empty field is one that was not filled in.
      if (value === undefined || value === '') return undefined;
      if (typeof value !== 'string') throw new Refused(addressNoText(name));
      const address = trimmedAddress(value);
      if (address.length > maxAddressCharacters) throw new Refused(addressNotAllowed('too long', name));
      if (!addressForm.test(address)) throw new Refused(addressNotAllowed('no address', name));
      return address;
    },
  };
}

const addressForm = /^[Hh][Tt][Tt][Pp][Ss]?:\/\//;

/** What an address looks like, as JSON Schema. */
export function addressSchema(description: string) {
  return {
    type: 'string',
    pattern: '^[Hh][Tt][Tt][Pp][Ss]?://',
    maxLength: maxAddressCharacters,
    description,
    examples: ['https://images.example.com/photo.jpg'],
  } as const;
}

/** Each refusal of `image_url` with an example, for the reference. */
export function imageUrlFaults(
  encoding: BodyEncoding,
  limitBytes: number,
): readonly { readonly when: string; readonly refusal: Refusal }[] {
  return [
    { when: '`image_url` was sent beside another image', refusal: moreThanOneSource },
    ...(encoding === 'json' ? [{ when: '`image_url` is no text', refusal: addressNoText() }] : []),
    ...addressFaults(imageUrlName),
    { when: `What is at the address is over ${megabytes(limitBytes)}`, refusal: addressTooLarge(limitBytes) },
    { when: 'What is at the address is of no supported format', refusal: unsupportedFormat('url') },
  ];
}

/** Each refusal of an address, whatever the size of what is there, with an example, for the reference. */
export function addressFaults(name: string): readonly { readonly when: string; readonly refusal: Refusal }[] {
  const codes = Object.keys(sentences) as (keyof typeof sentences)[];
  return [
    {
      when: 'The address is none of a public host, or this deployment fetches none',
      refusal: addressNotAllowed('host', name),
    },
    ...codes.map((code) => ({ when: sentences[code].when, refusal: addressRefused(code, name) })),
    { when: 'The server at the address answered another status than 200', refusal: addressStatus(404, name) },
  ];
}
