/** Bad neighbours: what one caller does at the cost of others, over and over until it is stopped. */
import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { streamOfBlocks } from '../../src/pixels/codecs/testing/deflate-blocks.ts';
import { withLastScan } from '../../src/pixels/pipeline/testing/jpeg-scans.ts';
import { noisePhoto, photo } from '../../testing/photos.ts';
import { blankData, blankPng, pngWith } from '../../testing/png.ts';
import { type Call, filePart, multipartCall, sendWithFetch } from '../../testing/requests.ts';
import { Connection, headOf } from '../../testing/sockets.ts';

const mattePath = '/v1.0/alpha-channel';
const mebibyte = 2 ** 20;

/** What a neighbour has done. */
export interface Done {
  /** Statuses of its answers, as far as it read them. */
  readonly statuses: readonly number[];
  /** Calls that it began. */
  readonly calls: number;
}

export interface Neighbour {
  readonly name: string;
  /** Whether it leaves answers unread, for which it may have to pay. */
  readonly leavesAnswers?: boolean;
  /** Makes what it sends, which may keep this process busy for seconds. */
  make(): Buffer | Promise<Buffer>;
  /**
   * Goes on until it is stopped.
   * @param sent what it has made
   * @param onCall is called as a call begins; what it gives back is called at its end
   */
  run(base: string, key: string, sent: Buffer, stop: AbortSignal, onCall: () => () => void): Promise<Done>;
}

/** A neighbour that sends the same file again and again. */
function sends(name: string, make: () => Buffer | Promise<Buffer>): Neighbour {
  return {
    name,
    make,
    async run(base, key, sent, stop, onCall) {
      const call = multipartCall(mattePath, key, [filePart(sent)]);
      const statuses: number[] = [];
      while (!stop.aborted) {
        const end = onCall();
        statuses.push((await sendWithFetch(base, call)).status);
        end();
      }
      return { statuses, calls: statuses.length };
    },
  };
}

const stopped = (stop: AbortSignal) =>
  new Promise<void>((resolve) => {
    if (stop.aborted) resolve();
    else stop.addEventListener('abort', () => resolve(), { once: true });
  });

/** Four uploads that announce the largest file and bring a byte now and then. */
export const slowUploads: Neighbour = {
  name: 'four slow uploads',
  make: () => photo(),
  async run(base, key, sent, stop, onCall) {
    const whole = multipartCall(mattePath, key, [filePart(sent)]);
    const beginning = whole.body?.subarray(0, 300) ?? Buffer.alloc(0);
    const announced: Call = { ...whole, body: Buffer.alloc(20 * mebibyte) };
    const connections = await Promise.all([1, 2, 3, 4].map(() => Connection.open(base)));
    for (const connection of connections) {
      await connection.write(headOf(base, announced));
      await connection.write(beginning);
      onCall();
    }
    const dripping = setInterval(() => {
      for (const connection of connections) connection.write('a').catch(() => {});
    }, 200);
    await stopped(stop);
    clearInterval(dripping);
    for (const connection of connections) connection.close();
    return { statuses: [], calls: connections.length };
  },
};

/** A host of the namespace in which rounds are played with slow origins: the largest pictures, of which a byte comes now and then. */
export const slowHost = 'slow.example';

/** Four pictures at once of that host, again and again. */
export const slowOrigins: Neighbour = {
  name: 'four slow origins',
  make: () => Buffer.of(),
  async run(base, key, _sent, stop, onCall) {
    const call = multipartCall(mattePath, key, [{ name: 'image_url', content: `http://${slowHost}/picture` }]);
    const statuses: number[] = [];
    let calls = 0;
    const fetching = async () => {
      while (!stop.aborted) {
        calls++;
        const end = onCall();
        const body = new Uint8Array(call.body ?? []);
        const init = { method: call.method, headers: call.headers, body, signal: stop };
        // The last one is broken off.
        const answer = await fetch(base + call.path, init).catch(() => null);
        if (answer) statuses.push(answer.status);
        await answer?.arrayBuffer().catch(() => {});
        end();
      }
    };
    await Promise.all([1, 2, 3, 4].map(fetching));
    return { statuses, calls };
  },
};

/** Two answers of some megabytes that are asked for and not read. */
const slowReaders: Neighbour = {
  name: 'slow readers',
  leavesAnswers: true,
  make: () => noisePhoto(2000, 1500),
  async run(base, key, sent, stop, onCall) {
    const call = multipartCall('/v1.0/image-without-background', key, [filePart(sent)]);
    const connections = await Promise.all([1, 2].map(() => Connection.open(base)));
    for (const connection of connections) {
      await connection.write(headOf(base, call));
      await connection.write(call.body ?? '');
      connection.stopReading();
      onCall();
    }
    await stopped(stop);
    for (const connection of connections) connection.close();
    return { statuses: [], calls: connections.length };
  },
};

/** A grey JPEG whose every block is a restart interval of its own: 60,240 of them, in 180 kB. */
function jpegOfRestarts(): Buffer {
  const [wide, high] = [251, 240];
  const segment = (marker: number, ...body: number[]) => [0xff, marker, 0, body.length + 2, ...body];
  // One code of one bit: no difference, or the end of a block.
  const oneCode = [1, ...new Array(15).fill(0), 0];
  const sides = [high * 8, wide * 8].flatMap((side) => [side >> 8, side & 255]);
  const head = [
    0xff,
    0xd8,
    ...segment(0xdb, 0, ...new Array(64).fill(1)),
    ...segment(0xc0, 8, ...sides, 1, 1, 0x11, 0),
    ...segment(0xc4, 0x00, ...oneCode),
    ...segment(0xc4, 0x10, ...oneCode),
    ...segment(0xdd, 0, 1),
    ...segment(0xda, 1, 1, 0, 0, 63, 0),
  ];
  const blocks = Buffer.alloc(wide * high * 3);
  for (let block = 0; block < wide * high; block++) blocks.set([0x3f, 0xff, 0xd0 | (block & 7)], block * 3);
  // The last block is followed by the end.
  return Buffer.concat([Buffer.from(head), blocks.subarray(0, -2), Buffer.of(0xff, 0xd9)]);
}

/** A small PNG with a chunk that unpacks to 100 MB. */
function bomb(type: 'zTXt' | 'iCCP'): Buffer {
  const header = { widthPx: 8, heightPx: 8, bitDepth: 8, colourType: 2 };
  const content = Buffer.concat([Buffer.from('p\0\0'), deflateSync(Buffer.alloc(100_000_000), { level: 1 })]);
  return pngWith(header, blankData(header), [[type, content]]);
}

/** Ten megapixels of one colour in ten scans, of which the last, which says nothing new, is repeated until there are so many. */
async function jpegOfScans(count: number): Promise<Buffer> {
  const create = { width: 3800, height: 2800, channels: 3, background: { r: 200, g: 120, b: 40 } } as const;
  const file = await sharp({ create }).jpeg({ progressive: true }).toBuffer();
  return withLastScan(file, count - 9);
}

/** In 65 kB: the attack of the third measurement from outside. */
export const manyScans = sends('a JPEG of 101 scans', () => jpegOfScans(101));
/** As many as the isolate works on. */
export const mostScans = sends('a JPEG of 14 scans', () => jpegOfScans(14));
export const deepPng = sends('a 24 MP PNG of 16 bits', () =>
  blankPng({ widthPx: 6000, heightPx: 4000, bitDepth: 16, colourType: 6 }),
);

/** In 2 MiB: deflate blocks of codes for nothing, which would take half a second before the first row. */
const emptyBlocks = sends('a PNG of blocks for nothing', () => {
  const header = { widthPx: 8, heightPx: 8, bitDepth: 8, colourType: 2 };
  return pngWith(header, streamOfBlocks('codes for nothing', 186_000, Buffer.alloc(8 * 25)));
});

/** All of them but slow origins, which need a network of their own: nothing is fetched from this machine. */
export const neighbours: readonly Neighbour[] = [
  slowUploads,
  slowReaders,
  manyScans,
  mostScans,
  deepPng,
  emptyBlocks,
  sends('a JPEG of 60,240 restarts', jpegOfRestarts),
  sends('a zTXt bomb', () => bomb('zTXt')),
  sends('an iCCP bomb', () => bomb('iCCP')),
];

/** Each of them alone, then all at once. */
export function eachThenAll(bad: readonly Neighbour[]): readonly (readonly Neighbour[])[] {
  return [...bad.map((neighbour) => [neighbour]), bad];
}
