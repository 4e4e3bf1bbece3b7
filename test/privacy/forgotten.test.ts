/**
 * What is left of calls whose pixels, file names, addresses and keys are marked: no mark, neither in the directory nor in ledgers,
 * logs and temporary folders. Networks are tiny, so that many calls can be sent; the last ones meet the shipped weights.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { processingOperations } from '../../src/contract/operations.ts';
import { startInferenceProcess } from '../../src/local/inference-process.ts';
import { deep } from '../../testing/depth.ts';
import { pngWith } from '../../testing/png.ts';
import { type Call, jsonCall, multipartCall, sendWithFetch } from '../../testing/requests.ts';
import { settled } from '../accounts.ts';
import { type CreatedKey, type Stack, startStack } from '../stack.ts';

/** At a push two rounds of all pictures with all operations. */
const calls = deep ? 1000 : 182;
/** The last of them. */
const callsOfShippedWeights = 20;
const credits = 10_000;

/** Texts that are nowhere else. */
const marks = {
  /** Samples of a row of 19 pixels. */
  pixels: 'in-the-pixels-7f3a91c2-of-a-photo-that-nobody-may-keep!!!',
  fileName: 'in-the-name-5be0d471',
  field: 'in-a-field-90c3ee12',
  imageUrl: 'in-the-address-of-a-picture-c81f',
  address: '203.0.113.77',
};
/** Is kept, so that a search which finds nothing at all is noticed. */
const requestId = 'in-the-request-id-0f4d';

const temporary = mkdtempSync(path.join(tmpdir(), 'edgematte-forgotten-'));
const usualFolder = process.env.TMPDIR;
const lines: string[] = [];
let isShipped = false;
let stack: Stack;
let key: CreatedKey;

beforeAll(async () => {
  // Every folder of every process of the service lies there.
  process.env.TMPDIR = temporary;
  stack = await startStack({
    edgeVariables: { TRUSTED_ADDRESS_HEADER: 'X-Client-Address' },
    startInference: ({ MODELS_MANIFEST, MODELS_DIR, ...others }) => {
      const tiny = { MODELS_MANIFEST, MODELS_DIR };
      return startInferenceProcess(isShipped ? others : { ...others, ...tiny }, (line) => lines.push(line));
    },
  });
  key = await stack.createKey({ credits, rate: 100_000 });
});
afterAll(async () => {
  await stack?.stop();
  if (usualFolder === undefined) delete process.env.TMPDIR;
  else process.env.TMPDIR = usualFolder;
  rmSync(temporary, { recursive: true, force: true });
});

test(`of ${calls} calls nothing is left that they held`, { timeout: 600_000 }, async () => {
  const pictures = await markedPictures();
  const statuses = new Set<number>();
  const send = async (at: number) => {
    const { status } = await sendWithFetch(stack.base, callOf(at, pictures[at % pictures.length]));
    statuses.add(status);
  };
  const sendFrom = async (first: number, end: number, atOnce: number) => {
    for (let at = first; at < end; at += atOnce) {
      await Promise.all(Array.from({ length: Math.min(atOnce, end - at) }, (_, each) => send(at + each)));
    }
  };
  await sendFrom(0, calls - callsOfShippedWeights, 8);
  expect([...statuses].sort()).toEqual([200, 415, 422]);
  statuses.clear();
  isShipped = true;
  await stack.restartInference();
  // The edge has remembered the sizes that the tiny ones take.
  await stack.restartWorkers();
  await sendFrom(calls - callsOfShippedWeights, calls, 1);
  expect([...statuses].sort()).toEqual([200, 415, 422]);
  const { balance } = await settled(stack, key);
  expect(credits - balance).toBeGreaterThan(calls / 2);
  // Of no other call: once it is counted, so are those before it, and the queue of usage is empty.
  const lastCode = 'MISSING_FIELD';
  const before = timesInFiles(lastCode);
  const last = await sendWithFetch(stack.base, jsonCall('/v1.0/alpha-channel-base64', key.key, {}));
  expect(last.headers.get('X-Error-Code')).toBe(lastCode);
  await expect.poll(() => timesInFiles(lastCode), { interval: 1000 }).toBeGreaterThan(before);

  expect(filesWith(requestId)).not.toEqual([]);
  expect(linesWith(requestId)).not.toEqual([]);
  for (const mark of [...Object.values(marks), key.key]) {
    expect([mark, filesWith(mark), linesWith(mark)]).toEqual([mark, [], []]);
  }
});

/** Files whose samples hold the mark as they stand: for both lanes, whole and broken, and one that is no picture. */
async function markedPictures(): Promise<Buffer[]> {
  const header = { widthPx: 19, heightPx: 16, bitDepth: 8, colourType: 2 };
  const row = Buffer.from(marks.pixels, 'latin1');
  // In white the network of the tests sees a car.
  const rows = Array.from({ length: header.heightPx }, (_, y) => (y < 8 ? row : Buffer.alloc(row.length, 255)));
  const data = deflateSync(Buffer.concat(rows.flatMap((each) => [Buffer.from([0]), each])), { level: 0 });
  const png = pngWith(header, data);
  const raw = { width: header.widthPx, height: header.heightPx, channels: 3 } as const;
  const tiff = await sharp(Buffer.concat(rows), { raw }).tiff({ compression: 'none' }).toBuffer();
  const cut = pngWith(header, data.subarray(0, data.length / 2));
  for (const file of [png, tiff, cut]) if (!file.includes(marks.pixels)) throw new Error('A picture without its mark');
  return [png, png, png, png, png, tiff, png, png, png, cut, png, png, row];
}

function callOf(at: number, picture: Buffer): Call {
  const operation = processingOperations[at % processingOperations.length];
  const { path: to, encoding } = operation;
  // With a name, outputs of networks are kept: in memory alone.
  const named: Record<string, string> = at % 2 === 0 ? { 'Idempotency-Key': `call ${at}` } : {};
  const known = { 'X-Client-Address': marks.address, 'X-Request-Id': requestId, ...named };
  const marked = (call: Call): Call => ({ ...call, headers: { ...call.headers, ...known } });
  // A place that there is not.
  const elsewhere = at % 50 === 0 ? `https://${marks.imageUrl}.invalid/${marks.imageUrl}.png` : null;
  if (encoding === 'multipart') {
    const field = { name: marks.field, content: marks.field };
    const name = elsewhere === null ? 'file' : 'image_url';
    const file = {
      name,
      content: elsewhere ?? picture,
      fileName: elsewhere === null ? `${marks.fileName}.jpg` : undefined,
    };
    return marked(multipartCall(to, key.key, [field, file]));
  }
  const image = elsewhere === null ? { image_base64: picture.toString('base64') } : { image_url: elsewhere };
  return marked(jsonCall(to, key.key, { ...image, filename: marks.fileName, [marks.field]: marks.field }));
}

/** Every file that the service has now, by its name. */
function files(): (readonly [name: string, content: Buffer])[] {
  const entries = readdirSync(temporary, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return entries.map(({ parentPath, name }) => {
    const file = path.join(parentPath, name);
    return [path.relative(temporary, file), contentOf(file)];
  });
}

/** Those that hold a text, plainly or in Base64. */
function filesWith(text: string): string[] {
  return files().flatMap(([name, content]) => (holds(content, text) ? [name] : []));
}

function timesInFiles(text: string): number {
  return files().reduce((sum, [, content]) => sum + content.toString('latin1').split(text).length - 1, 0);
}

/** Lines of logs that hold it. */
function linesWith(text: string): string[] {
  return [...lines, ...stack.output].filter((line) => holds(Buffer.from(line), text));
}

function holds(content: Buffer, text: string): boolean {
  // Three bytes become four characters, wherever the text begins among them.
  const encoded = [0, 1, 2].map((before) => {
    const all = Buffer.concat([Buffer.alloc(before), Buffer.from(text)]).toString('base64');
    return all.slice(before === 0 ? 0 : 4, -4);
  });
  return [text, ...encoded].some((form) => content.includes(form));
}

/** Empty where the file is gone by now. */
function contentOf(file: string): Buffer {
  try {
    return readFileSync(file);
  } catch {
    return Buffer.alloc(0);
  }
}
