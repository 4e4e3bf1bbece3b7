/** The two ways in which an operation takes its image and gives its result: a form and a PNG, or JSON with Base64. */

export type BodyEncoding = 'multipart' | 'json';

/** The name of a request's image: the contract's, and the earlier spelling that is accepted as well. */
export const imageNames = {
  multipart: ['file', 'image'],
  json: ['image_base64', 'image'],
} as const satisfies Readonly<Record<BodyEncoding, readonly [name: string, earlier: string]>>;

/** In place of the image, in either encoding: its address. */
export const imageUrlName = 'image_url';
export const maxAddressCharacters = 2048;

/** How the image of a call has come: with its body, or from an address that the body names. */
export type ImageSource = BodyEncoding | 'url';
