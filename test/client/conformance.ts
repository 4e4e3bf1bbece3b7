/** The cases of test/conformance, sent by the client: all that a client can send. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { OperationName } from '../../src/contract/operations.ts';
import { describeAdmission } from '../conformance/admission.ts';
import { describeBase64, readMembers } from '../conformance/base64.ts';
import { describeCar } from '../conformance/car.ts';
import { describeFailures } from '../conformance/failures.ts';
import { describeMultipart, readBinary } from '../conformance/multipart.ts';
import { describeSuccess } from '../conformance/success.ts';
import { jsonOf } from '../http-message.ts';
import { creditCall } from '../requests.ts';
import { declareService } from '../service.ts';
import type { ClientSender } from './senders.ts';

const img = 'img_without_background_base64';
const multipartNames = ['image-without-background', 'alpha-channel', 'car-image-without-background'] as const;
const jsonNames: readonly (readonly [OperationName, string])[] = [
  ['image-without-background-base64', img],
  ['alpha-channel-base64', 'alpha_base64'],
  ['car-image-without-background-base64', img],
  ['car-layers-base64', img],
];

/** Declares all tables, sent by that client. */
export function describeConformance(start: () => Promise<ClientSender>): void {
  const service = declareService();
  let client: ClientSender;
  let before = 0;
  beforeAll(async () => {
    client = await start();
    service.sender = client.send;
  });
  afterAll(() => client.stop());

  /** Otherwise the tables would have been sent by somebody else. */
  const expectPerformed = () =>
    test('at least 80 of these calls went through the client', () => {
      expect(client.performed() - before).toBeGreaterThanOrEqual(80);
      before = client.performed();
    });

  describe.each(multipartNames)('%s', (name) => {
    const kind = name === 'alpha-channel' ? 'matte' : 'cutout';
    if (name === 'car-image-without-background') describeCar(service, name);
    else describeSuccess({ service, name, kind, read: readBinary });
    describeAdmission(service, name);
    describeMultipart(service, name);
    describeFailures(service, name);
    expectPerformed();
  });

  describe.each(jsonNames)('%s', (name, member) => {
    const kind = name === 'alpha-channel-base64' ? 'matte' : 'cutout';
    if (name.startsWith('car-')) describeCar(service, name);
    else describeSuccess({ service, name, kind, read: (answer) => readMembers(answer, member) });
    describeAdmission(service, name);
    describeBase64(service, name, member);
    describeFailures(service, name);
    expectPerformed();
  });

  test('available-credit', async () => {
    const { key } = await service.createKey({ credits: 42, expires: '2091-05-06 07:08:09' });
    const answer = await service.send(creditCall(key));
    expect(jsonOf(answer)).toEqual({ credit: 42, expiration_date: '2091-05-06 07:08:09' });
    expect(client.performed()).toBeGreaterThan(before);
  });
}
