/** What callers read of an address that is not fetched: a sentence that fits its fault. */
import { expect, test } from 'vitest';
import type { AddressFault } from './address-text.ts';
import { addressNotAllowed } from './image-url.ts';

test.each<[AddressFault, string]>([
  ['no address', 'it is no web address. Send one that begins with http:// or https://'],
  ['too long', 'it has more than 2048 characters. Send a shorter one'],
  ['stray character', 'it has a control character or a backslash inside. Percent-encode it'],
  ['credentials', 'it has a user name or a password. Send it without'],
  ['port', 'it names another port than the default one. Send it without'],
  ['host', 'it is at no public host, or at this service itself. Send one of a public host'],
  ['redirect', 'it leads on to one that is not allowed. Send that of the image itself'],
  ['switched off', 'this deployment fetches none, or none without an account. Send the file itself'],
])('%s is said', (fault, words) => {
  const { status, code, body } = addressNotAllowed(fault, 'background_url');
  expect([status, code]).toEqual([422, 'IMAGE_URL_NOT_ALLOWED']);
  expect(body).toMatchObject({
    detail: [
      { loc: ['body', 'background_url'], msg: expect.stringContaining(`This address is not fetched: ${words}`) },
    ],
  });
});
