/** Operation 2: POST /v1.0/image-without-background-base64. */
import { describe, expect, test } from 'vitest';
import { encode, noise } from '../../testing/photos.ts';
import { declareService } from '../service.ts';
import { describeAdmission } from './admission.ts';
import { describeBase64, readMembers } from './base64.ts';
import { readBinary } from './multipart.ts';
import { describeSuccess, expectBackgroundGone, expectMatteEqualsAlpha, resultOf, type Subject } from './success.ts';

const service = declareService();
const name = 'image-without-background-base64';
const pngMember = 'img_without_background_base64';
const cutout: Subject = { service, name, kind: 'cutout', read: (answer) => readMembers(answer, pngMember) };
const binary: Subject = { service, name: 'image-without-background', kind: 'cutout', read: readBinary };
const matte: Subject = {
  service,
  name: 'alpha-channel-base64',
  kind: 'matte',
  read: (answer) => readMembers(answer, 'alpha_base64'),
};

describeSuccess(cutout);

describe('200', () => {
  test('leaves nothing of the background: RGB is 0 where alpha is 0, and the photo where alpha is 255', () => {
    return expectBackgroundGone(cutout);
  });

  test('has the alpha of operation 4', () => expectMatteEqualsAlpha(cutout, matte));

  test('holds the bytes of operation 1, however long they are', async () => {
    for (const heightPx of [1, 2, 3, 700]) {
      const picture = { widthPx: 300, heightPx, channels: 3 as const, data: noise(900 * heightPx) };
      const image = await encode(picture, 'png');
      const [inJson, asPng] = [await resultOf(cutout, image), await resultOf(binary, image)];
      expect(Buffer.compare(inJson.png, asPng.png)).toBe(0);
    }
  });
});

describeAdmission(service, name);
describeBase64(service, name, pngMember);
