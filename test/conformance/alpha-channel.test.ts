/** Operation 3: POST /v1.0/alpha-channel. */
import { describe, test } from 'vitest';
import { declareService } from '../service.ts';
import { describeAdmission } from './admission.ts';
import { describeMultipart, readBinary } from './multipart.ts';
import { describeSuccess, expectMatteEqualsAlpha, type Subject } from './success.ts';

const service = declareService();
const name = 'alpha-channel';
const matte: Subject = { service, name, kind: 'matte', read: readBinary };
const cutout: Subject = { service, name: 'image-without-background', kind: 'cutout', read: readBinary };

describeSuccess(matte);

describe('200', () => {
  test('is the alpha of operation 1', () => expectMatteEqualsAlpha(cutout, matte));
});

describeAdmission(service, name);
describeMultipart(service, name);
