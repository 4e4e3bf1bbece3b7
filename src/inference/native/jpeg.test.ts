/** JPEG files: codings that are accepted and those that are refused. */
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { ImageFault } from '../../pixels/pipeline/picture/fault.ts';
import { probe } from '../../pixels/pipeline/probe/probe.ts';
import { nativePictures } from './pictures.ts';
import { difference, fixture, openRaw, report } from './testing/fixture.ts';

async function refusal(opening: Promise<unknown>): Promise<string> {
  const fault: unknown = await opening.catch((cause: unknown) => cause);
  expect(fault).toBeInstanceOf(ImageFault);
  return (fault as ImageFault).message;
}

describe('coding', () => {
  it.each(['jpeg-restart.jpg', 'jpeg-arithmetic.jpg'])(
    '%s gives the same pixels as plain Huffman codes',
    async (name) => {
      const [plain, other] = await Promise.all([openRaw(fixture('jpeg-baseline.jpg')), openRaw(fixture(name))]);
      expect(difference(plain, other).colour).toBe(0);
    },
  );
});

it('decodes a frame without Huffman tables as one that has those of the standard', async () => {
  const file = report('jpeg-no-dht-mjpeg.jpg');
  const tables = Buffer.from(await sharp(fixture('jpeg-baseline.jpg')).jpeg({ optimiseCoding: false }).toBuffer());
  const segments = [file.subarray(0, 2)];
  for (let at = 2; tables[at + 1] !== 0xda; at += 2 + tables.readUInt16BE(at + 2)) {
    if (tables[at + 1] === 0xc4) segments.push(tables.subarray(at, at + 2 + tables.readUInt16BE(at + 2)));
  }
  const complete = Buffer.concat([...segments, file.subarray(2)]);
  expect(difference(await openRaw(file), await openRaw(complete))).toMatchObject({ size: '160x120', colour: 0 });
});

it('refuses 12-bit samples by name', async () => {
  const file = fixture('jpeg-baseline.jpg');
  const header = { ...probe(file), bitsPerSample: 12 };
  expect(await refusal(nativePictures.open(file, header))).toBe(
    'The JPEG file has 12 bits a sample; please save it with 8',
  );
});

it('refuses an arithmetic-coded file that ends early', async () => {
  const file = fixture('jpeg-arithmetic.jpg');
  expect(await refusal(openRaw(file.slice(0, file.length - 40)))).toContain('damaged');
});
