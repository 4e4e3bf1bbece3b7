/** The cases of test/conformance that a client sends: those that need raw HTTP are marked there, and not made here. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type OperationName, operationNames } from '../../src/contract/operations.ts';
import { deep } from '../../testing/depth.ts';
import { jsonOf } from '../../testing/http-message.ts';
import { creditCall } from '../../testing/requests.ts';
import { describeAdmission } from '../conformance/admission.ts';
import { describeBase64, readMembers } from '../conformance/base64.ts';
import { describeCar } from '../conformance/car.ts';
import { type Cases, clientCases, type Share, shareOf } from '../conformance/cases.ts';
import { describeFailures } from '../conformance/failures.ts';
import { describeMultipart, readBinary } from '../conformance/multipart.ts';
import { describeSuccess } from '../conformance/success.ts';
import { declareOwnService } from '../service.ts';
import type { ClientSender } from './senders.ts';

const img = 'img_without_background_base64';
const multipartNames = ['image-without-background', 'alpha-channel', 'car-image-without-background'] as const;
const jsonNames: readonly (readonly [OperationName, string])[] = [
  ['image-without-background-base64', img],
  ['alpha-channel-base64', 'alpha_base64'],
  ['car-image-without-background-base64', img],
  ['car-layers-base64', img],
];

/**
 * How many cases are sent at a push: of each operation and answer, which is a block of the tables (`401`, `200, by
 * multipart`), the first one, or of one operation of each encoding all. How the service handles a request does not depend on
 * the client's runtime. How the runtime sends a request and reads an answer does, and is the same for all cases of a block.
 * The deep level sends all.
 */
export type ClientShare = 'all of one of each encoding' | 'one of each block';

/** Bodies of megabytes are handled alike by all operations: at a push one of each encoding gets them. */
const large: readonly OperationName[] = ['image-without-background', 'image-without-background-base64'];

/** The fewest calls of an operation: otherwise its tables would be empty, or sent by somebody else. */
const fewestCalls = { all: 100, first: 14 } as const satisfies Record<Share, number>;

/** Declares the tables, sent by that client. */
export function describeConformance(start: () => Promise<ClientSender>, share: ClientShare): void {
  const service = declareOwnService();
  const shareFor = (name: OperationName): Share =>
    deep || share === 'all of one of each encoding' ? shareOf(name, operationNames) : 'first';
  const casesOf = (name: OperationName): Cases => clientCases({ large: large.includes(name), share: shareFor(name) });
  let client: ClientSender;
  let before = 0;
  beforeAll(async () => {
    client = await start();
    service.sender = async (base, call) => {
      const answer = await client.send(base, call);
      if (!answer) throw new Error('No client sends this: the case is one of raw HTTP');
      return answer;
    };
  });
  afterAll(() => client.stop());

  const expectPerformed = (name: OperationName) => {
    const fewest = fewestCalls[shareFor(name)];
    test(`at least ${fewest} of these calls went through the client`, () => {
      expect(client.performed() - before).toBeGreaterThanOrEqual(fewest);
      before = client.performed();
    });
  };

  describe.each(multipartNames)('%s', (name) => {
    const cases = casesOf(name);
    const kind = name === 'alpha-channel' ? 'matte' : 'cutout';
    if (name === 'car-image-without-background') describeCar(service, name, cases);
    else describeSuccess({ service, name, kind, read: readBinary }, cases);
    describeAdmission(service, name, cases);
    describeMultipart(service, name, cases);
    describeFailures(service, name, cases);
    expectPerformed(name);
  });

  describe.each(jsonNames)('%s', (name, member) => {
    const cases = casesOf(name);
    const kind = name === 'alpha-channel-base64' ? 'matte' : 'cutout';
    if (name.startsWith('car-')) describeCar(service, name, cases);
    else describeSuccess({ service, name, kind, read: (answer) => readMembers(answer, member) }, cases);
    describeAdmission(service, name, cases);
    describeBase64(service, name, member, cases);
    describeFailures(service, name, cases);
    expectPerformed(name);
  });

  test('available-credit', async () => {
    const { key } = await service.createKey({ credits: 42, expires: '2091-05-06 07:08:09' });
    const answer = await service.send(creditCall(key));
    expect(jsonOf(answer)).toEqual({ credit: 42, expiration_date: '2091-05-06 07:08:09' });
    expect(client.performed()).toBeGreaterThan(before);
  });
}
