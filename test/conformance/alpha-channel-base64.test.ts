/** Operation 4: POST /v1.0/alpha-channel-base64. */
import { describe, expect, test } from 'vitest';
import { encode, noise } from '../../testing/photos.ts';
import { declareService } from '../service.ts';
import { describeAdmission } from './admission.ts';
import { describeBase64, readMembers } from './base64.ts';
import { readBinary } from './multipart.ts';
import { describeSuccess, expectMatteEqualsAlpha, resultOf, type Subject } from './success.ts';

const service = declareService();
const name = 'alpha-channel-base64';
const matte: Subject = { service, name, kind: 'matte', read: (answer) => readMembers(answer, 'alpha_base64') };
const binary: Subject = { service, name: 'alpha-channel', kind: 'matte', read: readBinary };
const cutout: Subject = { service, name: 'image-without-background', kind: 'cutout', read: readBinary };

describeSuccess(matte);

describe('200', () => {
  test('is the alpha of operation 1', () => expectMatteEqualsAlpha(cutout, matte));

  test('holds the bytes of operation 3, however long they are', async () => {
    for (const heightPx of [1, 2, 3, 700]) {
      const picture = { widthPx: 300, heightPx, channels: 3 as const, data: noise(900 * heightPx) };
      const image = await encode(picture, 'png');
      const [inJson, asPng] = [await resultOf(matte, image), await resultOf(binary, image)];
      expect(Buffer.compare(inJson.png, asPng.png)).toBe(0);
    }
  });
});

describeAdmission(service, name);
describeBase64(service, name, 'alpha_base64');
