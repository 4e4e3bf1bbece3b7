/**
 * The cases of test/conformance, sent by the client. What no client would send, another method or a form that is none, is
 * skipped here: raw HTTP sends it.
 */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
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

/**
 * How many cases are sent: all of them, or of each operation and answer, which is a block of the tables (`401`, `200, by
 * multipart`), the first one that the client sends. What the service makes of a request does not depend on the client's
 * runtime. How that sends a request and reads an answer does, and is the same for all cases of a block.
 */
export type Cases = 'all' | 'one of each block';

/** Blocks whose cases are of raw HTTP: other paths and methods, and uploads that stall. */
const rawBlocks = ['404', '405', '408'];
/** A body of more bytes is sent to one operation of each encoding: what becomes of it is not the operation's matter. */
const largeBytes = 4 * 1024 * 1024;

/** The fewest calls of an operation: otherwise its tables would have been skipped, or sent by somebody else. */
const fewestCalls = { all: 100, 'one of each block': 12 } as const satisfies Record<Cases, number>;

/** Declares the tables, sent by that client. */
export function describeConformance(start: () => Promise<ClientSender>, cases: Cases): void {
  const service = declareService();
  const sentBlocks = new Set<unknown>();
  let client: ClientSender;
  let skipThis: (note: string) => void = () => {};
  let beforeTest = 0;
  let before = 0;
  beforeAll(async () => {
    client = await start();
    const pathOfLarge = new Map<string | undefined, string>();
    service.sender = async (base, call) => {
      if ((call.body?.length ?? 0) > largeBytes) {
        const encoding = call.headers['Content-Type'];
        const path = pathOfLarge.get(encoding) ?? call.path;
        pathOfLarge.set(encoding, path);
        if (path !== call.path) skipThis('A body as large was sent to another operation');
      }
      const answer = await client.send(base, call);
      if (!answer) skipThis('No client sends this');
      return answer ?? Promise.reject(new Error('Sent outside of a test'));
    };
  });
  afterAll(() => client.stop());
  beforeEach(({ task, skip }) => {
    if (rawBlocks.includes(task.suite?.name ?? '')) skip('No client sends this');
    if (cases === 'one of each block' && sentBlocks.has(task.suite)) skip('Another case of its block was sent');
    skipThis = skip;
    beforeTest = client.performed();
  });
  afterEach(({ task }) => {
    if (client.performed() > beforeTest) sentBlocks.add(task.suite);
  });

  const expectPerformed = () =>
    test(`at least ${fewestCalls[cases]} of these calls went through the client`, () => {
      expect(client.performed() - before).toBeGreaterThanOrEqual(fewestCalls[cases]);
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
