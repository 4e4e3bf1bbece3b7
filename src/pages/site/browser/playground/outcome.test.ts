import { Buffer } from 'node:buffer';
import { describe, expect, it } from 'vitest';
import { operationNamed } from '../../../../contract/operations.ts';
import { nothingKnown, outcomeOf } from './outcome.ts';

/** The beginning of a PNG of that colour type: 0 is grey, 6 has an alpha. */
function png(colourType: number): Blob {
  const bytes = new Uint8Array(30);
  bytes.set([0x89, 0x50, 0x4e, 0x47]);
  bytes[25] = colourType;
  return new Blob([bytes]);
}

const base64 = async (blob: Blob) => Buffer.from(await blob.arrayBuffer()).toString('base64');
const json = (members: object) => new Blob([JSON.stringify(members)]);

describe('an answer that is a PNG', () => {
  it('is its picture, with what its headers say', async () => {
    const headers = new Headers({
      'X-Input-Dimensions': '40,30',
      'X-Processed-Dimensions': '20,15',
      'X-Was-Downscaled': 'true',
      'X-Image-Type-Photo': '0.9000',
    });
    const outcome = await outcomeOf(operationNamed('image-without-background'), png(6), headers);
    expect(outcome).toMatchObject({ isMatte: false, shadow: null, bytes: 30 });
    expect(outcome.known).toEqual({
      ...nothingKnown,
      inputPx: [40, 30],
      processedPx: [20, 15],
      wasDownscaled: true,
      photo: 0.9,
    });
  });

  it('may need a review, whatever its encoding', async () => {
    const needs = async (name: 'alpha-channel' | 'alpha-channel-base64', body: Blob, headers: HeadersInit) =>
      (await outcomeOf(operationNamed(name), body, new Headers(headers))).known.needsReview;
    const members = json({ alpha_base64: await base64(png(0)) });
    for (const [name, body] of [
      ['alpha-channel', png(0)],
      ['alpha-channel-base64', members],
    ] as const) {
      expect(await needs(name, body, { 'X-Needs-Review': 'true' })).toBe(true);
      expect(await needs(name, body, { 'X-Needs-Review': 'false' })).toBe(false);
      expect(await needs(name, body, {})).toBe(false);
    }
  });

  it('is a matte where it is grey, and may be empty', async () => {
    const headers = new Headers({ 'X-Subject-Found': 'false' });
    const outcome = await outcomeOf(operationNamed('alpha-channel'), png(0), headers);
    expect(outcome).toMatchObject({ isMatte: true, known: { ...nothingKnown, subjectFound: false } });
  });
});

describe('an answer that is JSON', () => {
  const layers = operationNamed('car-layers-base64');

  it('holds layers and a view', async () => {
    const body = json({
      img_without_background_base64: await base64(png(6)),
      shadow_base64: await base64(png(0)),
      view: { azimuth_deg: 37.5, elevation_deg: -6 },
      input_dimensions: [40, 30],
      processed_dimensions: [40, 30],
      was_downscaled: false,
      shadow_type: 'ai',
    });
    const outcome = await outcomeOf(layers, body, new Headers());
    expect([outcome.main.size, outcome.shadow?.size, outcome.isMatte]).toEqual([30, 30, false]);
    expect(outcome.known).toMatchObject({
      inputPx: [40, 30],
      shadowType: 'ai',
      view: { azimuth: 37.5, elevation: -6 },
      photo: null,
    });
  });

  it('has no shadow where none was asked for', async () => {
    const body = json({ img_without_background_base64: await base64(png(6)) });
    expect(await outcomeOf(layers, body, new Headers())).toMatchObject({ shadow: null, known: { view: null } });
  });

  it('may not know the image type', async () => {
    const cutout = operationNamed('image-without-background-base64');
    const members = { img_without_background_base64: await base64(png(6)) };
    const kindOf = async (more: object) =>
      (await outcomeOf(cutout, json({ ...members, ...more }), new Headers())).known;
    expect((await kindOf({ image_type: null })).photo).toBeNull();
    expect((await kindOf({ image_type: { photo: 0.25, graphic: 0.75 } })).photo).toBe(0.25);
  });

  it('without a picture is none', async () => {
    await expect(outcomeOf(layers, json({}), new Headers())).rejects.toThrow('The answer has no picture');
  });
});

describe('an answer with an output', () => {
  const files = [
    ['image/webp', 'RIFF....WEBP'],
    ['image/jpeg', '\xff\xd8\xff\xe0'],
    ['application/zip', 'PK\x03\x04'],
  ] as const;

  it.each(files)('is of the type that its content has, %s', async (type, text) => {
    const file = new Blob([Uint8Array.from(text.padEnd(30, '\0'), (letter) => letter.charCodeAt(0))]);
    const headers = new Headers({ 'X-Output-Dimensions': '20,15', 'X-Crop-Box': '-1,2,40,30' });
    const binary = await outcomeOf(operationNamed('image-without-background'), file, headers);
    expect(binary).toMatchObject({ isMatte: false, known: { outputPx: [20, 15], boxPx: [-1, 2, 40, 30] } });
    const body = json({
      img_without_background_base64: await base64(file),
      output_dimensions: [20, 15],
      crop_box: [-1, 2, 40, 30],
    });
    const encoded = await outcomeOf(operationNamed('image-without-background-base64'), body, new Headers());
    expect([binary.main.type, encoded.main.type]).toEqual([type, type]);
    expect(encoded.known).toMatchObject({ outputPx: [20, 15], boxPx: [-1, 2, 40, 30] });
  });
});
