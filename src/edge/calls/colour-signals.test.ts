/** Colours that a PNG says otherwise than by a profile: both lanes label answers alike. */
import sharp, { type SharpOptions } from 'sharp';
import { describe, expect, test } from 'vitest';
import { pngFile, pngKinds, pngSignals } from '../../../test/pixels/colour-files.ts';
import { sendForm } from '../../../test/pixels/outputs.ts';
import { declareInProcess } from '../../../testing/in-process/service.ts';
import { readOptions } from '../../contract/options.ts';
import { cutoutOutput, outputOptions } from '../../contract/output/options.ts';
import { readZip } from '../../pixels/pipeline/output/testing/zip-reader.ts';

const { send, postToLane } = declareInProcess();

const formats = ['png', 'jpeg', 'webp', 'zip'] as const;
type Format = (typeof formats)[number];

async function made(lane: 'edge' | 'image', file: Buffer, format: Format): Promise<Buffer> {
  const given = { output_format: format };
  if (lane === 'edge') {
    return (await sendForm(send, 'image-without-background', file, { ...given, edge_colors: 'original' })).file;
  }
  const { output } = cutoutOutput(readOptions(outputOptions, new Map(Object.entries(given))));
  const task = { kind: 'cutout', imageType: false, refine: true, cleanEdges: false, output } as const;
  const answer = await postToLane(task, file);
  expect(answer.status).toBe(200);
  return Buffer.from(await answer.arrayBuffer());
}

/** The picture in an answer that has the colours. */
const coloursOf = (answer: Buffer, format: Format) =>
  format === 'zip' ? (readZip(answer).get('color.jpg') ?? answer) : answer;

describe.each(pngKinds)('$signal, grey: $isGrey', ({ signal, isGrey }) => {
  test.each(formats)('both lanes give the same profile in a %s', async (format) => {
    const file = await pngFile(signal, isGrey);
    const [edge, image] = [await made('edge', file, format), await made('image', file, format)];
    const profiles = await Promise.all(
      [edge, image].map(async (answer) => (await sharp(coloursOf(answer, format)).metadata()).icc),
    );
    expect(profiles[0]?.length).toBeGreaterThan(400);
    expect(profiles[1]).toEqual(profiles[0]);
    if (format !== 'png') return;
    const [codePoints] = pngSignals[signal];
    for (const answer of [edge, image]) {
      expect(answer.includes('cICP')).toBe(signal.includes('code points'));
      if (signal.includes('code points')) expect(answer.includes(codePoints)).toBe(true);
    }
    const [first, second] = await Promise.all([edge, image].map(samplesOf));
    expect(first.equals(second)).toBe(true);
    expectSamplesOf(first, await samplesOf(file));
  });
});

/** RGBA as it is stored. */
function samplesOf(png: Buffer): Promise<Buffer> {
  const ignoring: SharpOptions = { ignoreIcc: true };
  return sharp(png, ignoring).toColourspace('srgb').ensureAlpha().raw().toBuffer();
}

/** What shows has the colours of the file; there is some. */
function expectSamplesOf(answer: Buffer, file: Buffer): void {
  let shown = 0;
  const wrong: number[] = [];
  for (let at = 0; at < answer.length; at += 4) {
    if (answer[at + 3] === 0) continue;
    shown++;
    if (answer.readUIntBE(at, 3) !== file.readUIntBE(at, 3)) wrong.push(at);
  }
  expect(wrong).toEqual([]);
  expect(shown).toBeGreaterThan(100);
}
