/**
 * Requests that no client should send. Each gets its exact answer without waiting for a timer; it costs nothing, and
 * leaves the service as it was.
 */
import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { deflateSync } from 'node:zlib';
import { beforeAll, describe, expect, test } from 'vitest';
import { inProject } from '../../src/local/root.ts';
import type { Answer } from '../../testing/http-message.ts';
import { cannotMeasure, findWorkerd, growthDuring } from '../../testing/memory.ts';
import { noise, photo } from '../../testing/photos.ts';
import { blankData, blankPng, pngWith } from '../../testing/png.ts';
import { type Call, filePart, multipartCall } from '../../testing/requests.ts';
import { Connection, headOf, writeCall } from '../../testing/sockets.ts';
import { expectCharged } from '../accounts.ts';
import { brokenImage, type ExpectedRefusal, expectRefusal, refusals } from '../contract.ts';
import { withScans } from '../jpeg.ts';
import { newKey } from '../keys.ts';
import { describeWith } from '../run/describe-with.ts';
import { declareOwnService, type OwnService } from '../service.ts';
import type { CreatedKey } from '../stack.ts';
import { mattePath } from './case.ts';
import { forms } from './forms.ts';
import { images } from './images.ts';
import { jsonBodies } from './json.ts';
import { tiffs } from './tiff.ts';

/** DRAIN_BYTES, at its default. */
const drainBytes = 32 * 1024 * 1024;
const megabyte = 1024 * 1024;

/** An upload that stalls here does so for longer than any answer takes that waits for no timer, on a machine that is busy. */
const service = declareOwnService({ UPLOAD_IDLE_MS: '30000' });

/** Runs a step on a connection of its own. */
async function connected<Result>(
  step: (connection: Connection, base: string) => Promise<Result>,
  { stack: { base } }: OwnService = service,
): Promise<Result> {
  const connection = await Connection.open(base);
  try {
    return await step(connection, base);
  } finally {
    connection.close();
  }
}

/** Sends a whole request and reads its answer. */
function judge(call: Call): Promise<Answer> {
  return connected(async (connection, base) => {
    await writeCall(connection, base, call);
    return connection.answer();
  });
}

/** Begins an upload that stalls at its first byte. */
async function stallingUpload(key: string, base: string): Promise<Connection> {
  const connection = await Connection.open(base);
  const call = service.goodCall('alpha-channel', key);
  await connection.write(headOf(base, call));
  await connection.write(call.body?.subarray(0, 1) ?? '');
  return connection;
}

/** Uploads stall under it beside each case. */
let patient: CreatedKey;

beforeAll(async () => {
  patient = await service.createKey({ credits: 1000, rate: 10_000 });
});

/** The refusal is there before the shortest timer, which began before it, has run out: it has waited for none. */
async function expectRefusedAtOnce(call: Call, expected: ExpectedRefusal): Promise<void> {
  const stalled = await stallingUpload(patient.key, service.stack.base);
  try {
    expectRefusal(await judge(call), expected);
    expect(stalled.first).toBeNull();
  } finally {
    stalled.close();
  }
}

/** The key was charged for nothing so far, and a good request is still served, for one credit. */
async function expectWell(key: CreatedKey, called: OwnService = service): Promise<void> {
  await called.expectNoCreditMoved(key);
  const answer = await called.send(called.goodCall('alpha-channel', key.key));
  expect(answer.status).toBe(200);
  await expectCharged(called.stack, key, 5, [answer.headers.get('X-Request-Id')]);
}

describe.each([
  ['forms', forms],
  ['JSON bodies', jsonBodies],
  ['images', images],
  ['TIFF files', tiffs],
] as const)('%s', (_, cases) => {
  const rows = cases.map((one) => [`${one.name}: ${one.expected.status}`, one] as const);
  test.each(rows)('%s', async (__, one) => {
    const key = await service.createKey();
    const call = await one.call(key.key, service.image);
    await expectRefusedAtOnce(call, one.expected);
    await expectWell(key);
  });
});

describe('files that only seem bad', () => {
  const accepted = async (image: Buffer) => {
    const key = await service.createKey();
    const answer = await service.send(service.goodCall('image-without-background', key.key, image));
    expect({ status: answer.status, code: answer.headers.get('X-Error-Code') }).toEqual({ status: 200, code: null });
    await expectCharged(service.stack, key, 5, [answer.headers.get('X-Request-Id')]);
  };

  test('a JPEG with 100 scans is accepted', async () => accepted(withScans(await photo('progressive'), 100)));

  test('a picture of 65,535 px on a side is accepted', () => {
    return accepted(blankPng({ widthPx: 65_535, heightPx: 2, bitDepth: 8, colourType: 2 }));
  });

  test.each([
    'tiff-thumb-first',
    'tiff-ascii-no-nul',
    'tiff-extratag-zero-count',
    'tiff-resolutionunit-bad',
    'tiff-stripbytecounts-too-big',
    'tiff-float32-grey',
    'tiff-float32-rgb-icc',
  ])('%s is accepted: all its pixels are there', (name) => {
    return accepted(readFileSync(inProject(`test/fixtures/reports/${name}.tif`)));
  });

  test.each([
    ['small', 8],
    ['large', 2000],
  ])('a %s PNG whose colour profile is broken is accepted: all its pixels are there', (_, sidePx) => {
    const header = { widthPx: sidePx, heightPx: sidePx, bitDepth: 8, colourType: 2 };
    return accepted(pngWith(header, blankData(header), [['iCCP', Buffer.concat([Buffer.from('p\0\0'), noise(100)])]]));
  });
});

/** An upload that keeps the service waiting. */
interface SlowUpload {
  readonly name: string;
  /** None for a key that nobody made. */
  readonly key: CreatedKey | null;
  readonly call: Call;
  readonly expected: ExpectedRefusal;
  /** The least that it may take, from its last byte or from its first. */
  readonly leastMs: number;
  /** What is sent of the body at once. */
  readonly begins: Buffer;
  /** What follows, a byte every now and then. */
  readonly drips?: Buffer;
}

describe('uploads that take too long', () => {
  const uploadIdleMs = 10_000;
  const uploadTotalMs = 12_000;
  const drainMs = 10_000;
  /** From when on a body must bring 8 kB a second. */
  const paceFromMs = 10_000;
  /** Until an upload begins whose answer is the last of all: more than a busy machine delays one of the others. */
  const laterMs = 10_000;
  const service = declareOwnService({
    UPLOAD_IDLE_MS: String(uploadIdleMs),
    UPLOAD_TOTAL_MS: String(uploadTotalMs),
    DRAIN_MS: String(drainMs),
  });
  const announce = (call: Call, bytes: number): Call => ({ ...call, body: Buffer.alloc(bytes) });

  const stalling = async (name: 'alpha-channel' | 'alpha-channel-base64', chunked: boolean): Promise<SlowUpload> => {
    const key = await service.createKey();
    const call = { ...service.goodCall(name, key.key), chunked };
    const piece = (call.body ?? Buffer.alloc(0)).subarray(0, 200);
    return {
      name: `${name} ${chunked ? 'in chunks' : 'with a length'} that stalls`,
      key,
      call,
      expected: refusals.timeout,
      leastMs: uploadIdleMs,
      begins: chunked ? Buffer.concat([Buffer.from('c8\r\n'), piece, Buffer.from('\r\n')]) : piece,
    };
  };

  const tooLong = async (): Promise<SlowUpload> => {
    const key = await service.createKey();
    const call = announce(service.goodCall('alpha-channel', key.key), 24 * megabyte);
    const name = 'one that is refused by its length alone and stalls';
    return { name, key, call, expected: refusals.tooLarge, leastMs: drainMs, begins: Buffer.alloc(0) };
  };

  const badKey = (): SlowUpload => {
    const call = announce(service.goodCall('alpha-channel', newKey('test')), 5 * megabyte);
    const drips = noise(10_000);
    const name = 'one with a bad key that drips on';
    return { name, key: null, call, expected: refusals.invalidKey, leastMs: drainMs, begins: Buffer.alloc(0), drips };
  };

  const loris = async (): Promise<SlowUpload> => {
    const key = await service.createKey();
    const call = announce(service.goodCall('alpha-channel', key.key), 500_000);
    const { body: drips } = multipartCall(mattePath, key.key, [filePart(noise(500_000))]);
    const name = 'a slow loris, which never stalls and brings less than 8 kB a second';
    return { name, key, call, expected: refusals.timeout, leastMs: paceFromMs, begins: Buffer.alloc(0), drips };
  };

  /** Sends an upload until it is answered. */
  const sent = ({ call, expected, leastMs, begins, drips }: SlowUpload) =>
    connected(async (connection, base) => {
      await connection.write(headOf(base, call));
      // Before the last byte: the service may have it long before this process goes on.
      const beganMs = performance.now();
      await connection.write(begins);
      const drip = drips && dripping(connection, drips);
      try {
        expectRefusal(await connection.answer(), expected, expected !== refusals.invalidKey);
      } finally {
        drip?.stop();
      }
      const { place = 0, atMs = 0 } = connection.first ?? {};
      expect(atMs - beganMs).toBeGreaterThan(leastMs - 100);
      return place;
    }, service);

  test('are answered when their time has come, and before one that begins ten seconds later', async () => {
    const uploads = [
      await stalling('alpha-channel', false),
      await stalling('alpha-channel', true),
      await stalling('alpha-channel-base64', false),
      await stalling('alpha-channel-base64', true),
      await tooLong(),
      badKey(),
      await loris(),
    ];
    const last = await stalling('alpha-channel', false);
    // None waits for longer than that one.
    const begun = Promise.all(uploads.map(sent));
    await pause(laterMs);
    const [places, lastPlace] = await Promise.all([begun, sent(last)]);
    const later = uploads.filter((_, at) => places[at] > lastPlace);
    expect(later.map(({ name }) => name)).toEqual([]);
    for (const { key } of [...uploads, last]) if (key) await expectWell(key, service);
  });
});

test('an endless upload with a bad key is read for 32 MiB and no further', async () => {
  const key = await service.createKey();
  const call = { ...service.goodCall('alpha-channel', newKey('test')), chunked: true };
  const chunk = Buffer.concat([
    Buffer.from(`${megabyte.toString(16)}\r\n`),
    Buffer.alloc(megabyte),
    Buffer.from('\r\n'),
  ]);
  const sentBytes = await connected(async (connection, base) => {
    await connection.write(headOf(base, call));
    let sent = 0;
    try {
      for (; sent < 4 * drainBytes && !connection.isOver; sent += megabyte) await connection.write(chunk);
    } catch {
      // The server has closed, which is what this is about.
    }
    return sent;
  });
  // What the two systems hold in between comes on top.
  expect(sentBytes).toBeGreaterThanOrEqual(drainBytes);
  expect(sentBytes).toBeLessThan(drainBytes + 16 * megabyte);
  await expectWell(key);
});

test('30 uploads that stall at once keep nobody else waiting', async () => {
  const key = await service.createKey();
  const other = await service.createKey({ credits: 30 });
  const { base } = service.stack;
  const connections = await Promise.all(Array.from({ length: 30 }, () => Connection.open(base)));
  try {
    const call = service.goodCall('alpha-channel', other.key);
    await Promise.all(connections.map((connection) => connection.write(headOf(base, call))));
    await expectWell(key);
    // None of them has given up what it holds.
    expect(connections.map(({ first }) => first)).toEqual(connections.map(() => null));
    for (const connection of connections) expectRefusal(await connection.answer(), refusals.timeout);
  } finally {
    for (const connection of connections) connection.close();
  }
  await service.expectNoCreditMoved(other, 30);
});

describeWith(cannotMeasure, 'memory', () => {
  const png8 = { bitDepth: 8, colourType: 2 };
  /** A decoded picture of 30,000 × 30,000 px would take 3,600 MB. */
  const mostGrowth = 96 * megabyte;

  const growth = async (image: Buffer) => {
    const key = await service.createKey();
    await service.send(service.goodCall('alpha-channel', key.key));
    const call = multipartCall(mattePath, key.key, [filePart(image)]);
    return growthDuring(findWorkerd(), () => judge(call));
  };

  /** Faults beside the pixels may be ignored or refused: the contract leaves it open. */
  const expectAcceptedOrBroken = (answer: Answer) => {
    if (answer.status !== 200) expectRefusal(answer, brokenImage('multipart'));
  };

  test('a PNG of 30,000 × 30,000 px in a few kilobytes needs none', async () => {
    const { result, bytes } = await growth(pngWith({ widthPx: 30_000, heightPx: 30_000, ...png8 }, noise(4000)));
    expectRefusal(result, brokenImage('multipart', /more pixels than its data can hold/));
    expect(bytes).toBeLessThan(mostGrowth);
  });

  test('a PNG of 30,000 × 30,000 px that are all there needs none', async () => {
    const { result, bytes } = await growth(blankPng({ widthPx: 30_000, heightPx: 30_000, bitDepth: 1, colourType: 0 }));
    expectRefusal(result, brokenImage('multipart', /30000x30000/));
    expect(bytes).toBeLessThan(mostGrowth);
  });

  test('a PNG whose colour profile unpacks to 400 MB needs none of them', async () => {
    const header = { widthPx: 8, heightPx: 8, ...png8 };
    const profile = Buffer.concat([Buffer.from('p\0\0'), deflateSync(Buffer.alloc(400 * megabyte), { level: 1 })]);
    const { result, bytes } = await growth(pngWith(header, blankData(header), [['iCCP', profile]]));
    expectAcceptedOrBroken(result);
    expect(bytes).toBeLessThan(mostGrowth);
  });

  test('a PNG with a text that unpacks to 400 MB needs none of them', async () => {
    const header = { widthPx: 8, heightPx: 8, ...png8 };
    const comment = Buffer.concat([Buffer.from('c\0\0'), deflateSync(Buffer.alloc(400 * megabyte), { level: 1 })]);
    const { result, bytes } = await growth(pngWith(header, blankData(header), [['zTXt', comment]]));
    expectAcceptedOrBroken(result);
    expect(bytes).toBeLessThan(mostGrowth);
  });
});

/** Sends a byte every now and then, until it is stopped or the server has had enough. */
function dripping(connection: Connection, bytes: Buffer): { stop(): void } {
  let at = 0;
  const timer = setInterval(() => {
    const byte = bytes.subarray(at, ++at);
    connection.write(byte).catch(() => clearInterval(timer));
  }, 100);
  return { stop: () => clearInterval(timer) };
}
