/** One bad request and what the contract answers to it. */

import type { Call } from '../../testing/requests.ts';
import type { ExpectedRefusal } from '../contract.ts';

export interface Case {
  readonly name: string;
  readonly expected: ExpectedRefusal;
  /** @param image a picture that would be accepted */
  call(key: string, image: Buffer): Call | Promise<Call>;
}

export const cutoutPath = '/v1.0/image-without-background';
export const mattePath = '/v1.0/alpha-channel';
export const cutoutBase64Path = '/v1.0/image-without-background-base64';
export const matteBase64Path = '/v1.0/alpha-channel-base64';
export const maxImageBytes = 20 * 1024 * 1024;
