/** The same answers over Node's fetch, the curl program and bare sockets, also when the upload is large. */
import { describe, expect, test } from 'vitest';
import { operationNamed } from '../../src/contract/operations.ts';
import { jsonOf, readAnswers } from '../../testing/http-message.ts';
import { noise, padded } from '../../testing/photos.ts';
import { readPngHeader } from '../../testing/png.ts';
import {
  type Call,
  creditCall,
  filePart,
  jsonCall,
  multipartCall,
  type Sender,
  sendWithFetch,
} from '../../testing/requests.ts';
import { Connection, headOf, inChunks, sendWithSocket, writeCall } from '../../testing/sockets.ts';
import { walletBalanceOf } from '../accounts.ts';
import { type ExpectedRefusal, expectCommonHeaders, expectRefusal, invalid, refusals } from '../contract.ts';
import { runCurl, sendWithCurl } from '../curl.ts';
import { newKey } from '../keys.ts';
import { declareOwnService } from '../service.ts';

const service = declareOwnService();
const binary = operationNamed('image-without-background').path;
const base64 = operationNamed('image-without-background-base64').path;

const large = Buffer.alloc(24_000_000, 'not an image ');
const upload = (key: string, content: Buffer = large) => multipartCall(binary, key, [filePart(content)]);
const text = (key: string, content: Buffer = large) => {
  return jsonCall(base64, key, { image_base64: content.toString('base64') });
};
const inPieces = (call: Call): Call => ({ ...call, chunked: true });

/** Key of an account whose next call is refused for that reason. */
const keys = {
  usable: () => service.createKey(),
  unknown: async () => ({ key: newKey('live') }),
  penniless: () => service.createKey({ credits: 0 }),
  expired: () => service.createKey({ expires: '2020-01-31' }),
  restricted: () => service.createKey({ endpoints: ['alpha-channel'] }),
  busy: async () => {
    const key = await service.createKey({ rate: 1 });
    await service.stack.credit(key.key);
    return key;
  },
};

interface Refusal {
  readonly name: string;
  readonly key: keyof typeof keys;
  make(key: string): Call;
  readonly expected: ExpectedRefusal;
}

const cutOff = invalid(['body'], 'value_error', /ends before/);
const unsupportedText = invalid(['body', 'image_base64'], 'value_error', /format/i);
const matrix: readonly Refusal[] = [
  { name: '401 while 24 MB are sent', key: 'unknown', make: upload, expected: refusals.invalidKey },
  { name: '401 while 32 MB of JSON are sent', key: 'unknown', make: text, expected: refusals.invalidKey },
  {
    name: '401 while 24 MB are sent in chunks',
    key: 'unknown',
    make: (key) => inPieces(upload(key)),
    expected: refusals.invalidKey,
  },
  { name: '402 while 24 MB are sent', key: 'penniless', make: upload, expected: refusals.insufficient },
  { name: '402 while 32 MB of JSON are sent', key: 'penniless', make: text, expected: refusals.insufficient },
  { name: '403 for expired credits while 24 MB are sent', key: 'expired', make: upload, expected: refusals.expired },
  { name: '403 for the scope while 24 MB are sent', key: 'restricted', make: upload, expected: refusals.restricted },
  {
    name: '404 while 24 MB are sent',
    key: 'usable',
    make: (key) => ({ ...upload(key), path: '/v1.0/none' }),
    expected: refusals.notFound,
  },
  {
    name: '405 while 24 MB are sent',
    key: 'usable',
    make: (key) => ({ ...upload(key), method: 'PUT' }),
    expected: refusals.methodNotAllowed,
  },
  { name: '413 for 24 MB', key: 'usable', make: upload, expected: refusals.tooLarge },
  { name: '413 for 24 MB in chunks', key: 'usable', make: (key) => inPieces(upload(key)), expected: refusals.tooLarge },
  {
    name: '415 for 20 MB',
    key: 'usable',
    make: (key) => upload(key, large.subarray(0, 20_000_000)),
    expected: refusals.unsupported,
  },
  {
    name: '415 for 20 MB in chunks',
    key: 'usable',
    make: (key) => inPieces(upload(key, large.subarray(0, 20_000_000))),
    expected: refusals.unsupported,
  },
  { name: '422 for 24 MB as Base64', key: 'usable', make: text, expected: refusals.base64TooLarge },
  {
    name: '422 for 24 MB as Base64 in chunks',
    key: 'usable',
    make: (key) => inPieces(text(key)),
    expected: refusals.base64TooLarge,
  },
  {
    name: '422 for 20 MB of another format as Base64',
    key: 'usable',
    make: (key) => text(key, large.subarray(0, 20_000_000)),
    expected: unsupportedText,
  },
  {
    name: '422 for a file in the wrong part',
    key: 'usable',
    make: (key) => multipartCall(binary, key, [{ name: 'photo', fileName: 'a', content: Buffer.alloc(60_000) }]),
    expected: refusals.missingFile,
  },
  {
    name: '400 for 20 MB that are no JSON',
    key: 'usable',
    make: (key) => jsonCall(base64, key, large.subarray(0, 20_000_000)),
    expected: refusals.invalidJson,
  },
  { name: '429 while 24 MB are sent', key: 'busy', make: upload, expected: refusals.rateLimited },
  { name: '429 while 32 MB of JSON are sent', key: 'busy', make: text, expected: refusals.rateLimited },
];

const transports: readonly { readonly name: string; readonly send: Sender }[] = [
  { name: "Node's fetch", send: sendWithFetch },
  { name: 'curl', send: sendWithCurl },
  { name: 'a bare socket', send: sendWithSocket },
];

describe.each(transports.map(({ name, send }) => [name, send] as const))('over %s', (_, send) => {
  const sendHere = (call: Call) => send(service.stack.base, call);

  test('200 for the balance', async () => {
    const { key } = await service.createKey({ credits: 9 });
    const answer = await sendHere(creditCall(key));
    expect(answer.status).toBe(200);
    expect(jsonOf(answer)).toMatchObject({ credit: 9 });
  });

  test('200 for a multipart upload, with and without a length', async () => {
    const { key } = await service.createKey();
    for (const call of [upload(key, service.image), inPieces(upload(key, service.image))]) {
      const answer = await sendHere(call);
      expect(answer.status).toBe(200);
      expectCommonHeaders(answer);
      expect(readPngHeader(answer.body)).toMatchObject({ widthPx: 48, heightPx: 32, colourType: 6 });
    }
  });

  test('200 for a JSON body, with and without a length', async () => {
    const { key } = await service.createKey();
    for (const call of [text(key, service.image), inPieces(text(key, service.image))]) {
      const answer = await sendHere(call);
      expect(answer.status).toBe(200);
      expect(jsonOf(answer)).toMatchObject({ input_dimensions: [48, 32], was_downscaled: false });
    }
  });

  test('200 for a file of exactly 20.0 MB', async () => {
    const { key } = await service.createKey();
    const answer = await sendHere(upload(key, padded(service.image, 20 * 1024 * 1024)));
    expect(answer.status).toBe(200);
    expect(answer.headers.get('X-Input-Dimensions')).toBe('48,32');
  });

  test.each(matrix.map((row) => [row.name, row] as const))('%s: the refusal arrives whole', async (__, row) => {
    const { key: kind, make, expected } = row;
    const { key } = await keys[kind]();
    const knownKey = kind !== 'unknown' && expected.status !== 404 && expected.status !== 405;
    expectRefusal(await sendHere(make(key)), expected, knownKey);
  });
});

describe('over curl, as people call it', () => {
  test('a form with a file and an option', async () => {
    const { key } = await service.createKey();
    const form = ['-F', 'file=@-;filename=photo.jpg;type=image/jpeg', '-F', 'include_image_type=false'];
    const received = await runCurl(
      ['-sS', '-H', `X-API-Key: ${key}`, ...form, service.stack.base + binary],
      service.image,
    );
    const [answer] = readAnswers(received, true);
    expect(answer.status).toBe(200);
    expect(readPngHeader(answer.body)).toMatchObject({ widthPx: 48, heightPx: 32 });
  });

  test('a large form that waits for 100 Continue', async () => {
    const { key } = await service.createKey();
    const form = ['-F', 'file=@-;filename=photo.jpg', '-H', 'Expect: 100-continue'];
    const image = padded(service.image, 4_000_000);
    const received = await runCurl(['-sS', '-H', `X-API-Key: ${key}`, ...form, service.stack.base + binary], image);
    const [answer] = readAnswers(received, true);
    expect(answer.status).toBe(200);
  });
});

describe('over a bare socket', () => {
  const connected = async (step: (connection: Connection, base: string) => Promise<void>) => {
    const { base } = service.stack;
    const connection = await Connection.open(base);
    try {
      await step(connection, base);
    } finally {
      connection.close();
    }
  };

  test('a connection serves the next request after a refused upload', async () => {
    const { key } = await service.createKey();
    await connected(async (connection, base) => {
      await writeCall(connection, base, upload(newKey('live')));
      await connection.answer();
      await writeCall(connection, base, upload(key, service.image));
      const [refused, served] = await connection.answers(2);
      expectRefusal(refused, refusals.invalidKey, false);
      expect(served.status).toBe(200);
    });
  });

  test('two requests that were sent at once are answered in their order', async () => {
    const { key } = await service.createKey({ credits: 4 });
    await connected(async (connection, base) => {
      const [first, second] = [creditCall(key), { ...creditCall(key), path: '/none' }];
      await connection.write(headOf(base, first) + headOf(base, second));
      const answers = await connection.answers(2);
      expect(answers.map(({ status }) => status)).toEqual([200, 404]);
    });
  });

  test('garbage behind a request does not spoil its answer, nor the next connection', async () => {
    const { key } = await service.createKey({ credits: 4 });
    const garbage = Buffer.concat([noise(5000), Buffer.from('\r\n\r\n')]);
    await connected(async (connection, base) => {
      const call = upload(key, service.image);
      await connection.write(Buffer.concat([Buffer.from(headOf(base, call)), call.body ?? Buffer.alloc(0), garbage]));
      expect((await connection.answer()).status).toBe(200);
      await connection.closed();
    });
    expect((await sendWithSocket(service.stack.base, creditCall(key))).status).toBe(200);
  });

  test('a body that is shorter than announced moves no credit when the client leaves', async () => {
    const key = await service.createKey();
    const openHolds = async () => (await walletBalanceOf(service.stack, key)).open_holds;
    await connected(async (connection, base) => {
      const call = upload(key.key, service.image);
      await connection.write(headOf(base, call));
      await connection.write((call.body ?? Buffer.alloc(0)).subarray(0, -10));
      // A client that leaves earlier may find that nothing was held yet.
      await expect.poll(openHolds).toBe(1);
    });
    await expect.poll(openHolds).toBe(0);
    await service.expectNoCreditMoved(key);
  });

  test.each([
    ['multipart', (key: string) => upload(key, service.image), cutOff],
    ['JSON', (key: string) => text(key, service.image), refusals.invalidJson],
  ])('a %s body with a broken chunk is the fault of the client, and moves no credit', async (_, make, expected) => {
    const key = await service.createKey();
    await connected(async (connection, base) => {
      const call = { ...make(key.key), chunked: true };
      const chunks = inChunks(call.body ?? Buffer.alloc(0));
      const unended = chunks.subarray(0, chunks.length - '\r\n0\r\n\r\n'.length - 5);
      await connection.write(headOf(base, call));
      await connection.write(Buffer.concat([unended, Buffer.from('12345\r\nzz\r\n\r\n')]));
      expectRefusal(await connection.answer(), expected);
    });
    await service.expectNoCreditMoved(key);
  });

  test.each([
    ['multipart', (key: string) => upload(key, service.image), cutOff],
    ['JSON', (key: string) => text(key, service.image), refusals.invalidJson],
  ])('a client that closes its side within a %s body gets the refusal, and pays nothing', async (_, make, expected) => {
    const key = await service.createKey();
    await connected(async (connection, base) => {
      const call = make(key.key);
      await connection.write(headOf(base, call));
      await connection.write((call.body ?? Buffer.alloc(0)).subarray(0, 300));
      connection.finish();
      expectRefusal(await connection.answer(), expected);
    });
    await service.expectNoCreditMoved(key);
  });

  test('a client that closes its side after the last byte gets its answer', async () => {
    const { key } = await service.createKey();
    await connected(async (connection, base) => {
      await writeCall(connection, base, upload(key, service.image));
      connection.finish();
      expect((await connection.answer()).status).toBe(200);
    });
  });
});
