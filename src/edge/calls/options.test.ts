/**
 * Every option of every operation acts, on both lanes: each value that its declaration has gives another picture, and its
 * default gives the one of its absence.
 */
import { describe, expect, test } from 'vitest';
import { Description } from '../../../test/description.ts';
import {
  drawnRings,
  drawnThing,
  failedPhoto,
  plainPicture,
  sceneCut,
  sceneOnPlane,
  scenePhoto,
} from '../../../test/effects/scene.ts';
import { expectAlike, expectEffect, shownIn } from '../../../test/effects/shown.ts';
import { type Answer, jsonOf } from '../../../testing/http-message.ts';
import { declareInProcess } from '../../../testing/in-process/service.ts';
import { once } from '../../../testing/once.ts';
import { filePart, jsonCall, multipartCall } from '../../../testing/requests.ts';
import { openApiDocument } from '../../contract/openapi.ts';
import { processingOperations } from '../../contract/operations.ts';
import type { Option } from '../../contract/options.ts';

type Value = string | boolean | undefined;
type Given = Readonly<Record<string, Value>>;

const service = declareInProcess();
const description = new Description(
  openApiDocument({ serverUrl: 'https://api.example.com', supportEmail: 'help@example.org', removebg: true }),
);

/** What an option needs beside it. */
const companions: Readonly<Record<string, Given>> = {
  crop_margin: { crop: 'subject' },
  crop_cut_sides: { crop: 'subject', crop_margin: '8' },
  shadow_opacity: { shadow: 'contact' },
  output_quality: { output_format: 'webp' },
  // By colour nothing is lost.
  keep_points: { model: 'matte' },
  drop_points: { model: 'matte' },
};

/** More values than the declaration has examples, so that each part of what a value says is seen to act. */
const furtherValues: Readonly<Record<string, readonly string[]>> = {
  output_quality: ['30'],
  background_image: ['red', 'blue'],
  background_color: ['#ff0000', '#00ff00', '#0000ff', '#ffffff80'],
  crop_margin: ['8 0 0 0', '0 8 0 0', '0 0 8 0', '0 0 0 8', '8', '8%'],
  max_size: ['800'],
  position: ['0% 0%', '100% 0%', '0% 100%'],
  aspect: ['1:1'],
  roi: ['30,18,70,60', '30 18 60 60', '30 18 70 50', '40 18 70 60', '30 26 70 60'],
  scale: ['50%'],
};

/** Options that leave the picture as it is, and whether the answer has what they ask for beside it. */
const besidePicture: Readonly<Record<string, (answer: Answer) => boolean>> = {
  include_image_type: ({ headers, body }) => headers.has('X-Image-Type-Photo') || body.includes('"image_type"'),
};

/**
 * Absence and the default in one group, and every other value in one of its own. What the absence of a word without a
 * default means is another option's to say.
 */
function groupsOf(option: string, { values, schema }: Option): Value[][] {
  const examples = (schema.examples ?? []) as string[];
  const all: Value[] = [...values, ...examples, ...(furtherValues[option] ?? [])];
  const others = all.filter((value) => value !== schema.default).map((value) => [value]);
  if ('default' in schema) return [[undefined, schema.default as Value], ...others];
  return values.length > 0 ? others : [[undefined], ...others];
}

/** The types of Workers know of Buffer no more than its name. */
const isPicture = (value: Value | Buffer): value is Buffer => Buffer.isBuffer(value);

/** A background is sent as a picture of the colour that it is called by. */
async function withFile([name, value]: [string, Value]): Promise<[string, Value | Buffer]> {
  return [name, name === 'background_image' ? await plainPicture(String(value)) : value];
}

const lanes = [
  ['at the edge', 'png'],
  ['in the image lane', 'tiff'],
] as const;

describe.each(processingOperations)('$name', ({ path, encoding, options, answer: described, result }) => {
  const isCar = result === 'car-cutout' || result === 'car-layers';
  /** Once: what an option is held against is the same for many. */
  const send = once(async (given: Given, image: Buffer): Promise<Answer> => {
    const sent = await Promise.all(
      Object.entries(given)
        .filter(([, value]) => value !== undefined)
        .map(withFile),
    );
    const inJson = sent.map(([name, value]) => [name, isPicture(value) ? value.toString('base64') : value]);
    const call =
      encoding === 'json'
        ? jsonCall(path, '', { image_base64: image.toString('base64'), ...Object.fromEntries(inJson) })
        : multipartCall(path, '', [
            ...sent.map(([name, value]) => ({ name, content: isPicture(value) ? value : String(value) })),
            filePart(image),
          ]);
    const answer = await service.send(call);
    description.expectDescribed(call, answer);
    expect(answer.status, answer.status === 200 ? '' : answer.body.toString()).toBe(200);
    return answer;
  });
  const pictures = once(async (given: Given, image: Buffer): Promise<string> => {
    const answer = await send(given, image);
    if (!('files' in described)) return shownIn(answer.body);
    const members = jsonOf(answer) as Record<string, string | undefined>;
    const files = Object.keys(described.files).map((name) => members[name]);
    return (await Promise.all(files.map((file) => file && shownIn(Buffer.from(file, 'base64'))))).join(' + ');
  });

  describe.each(lanes)('%s', (_lane, format) => {
    const photoFor = (option: string) => {
      if (option === 'max_size') return sceneOnPlane(format, 1700, 80);
      // By colour it is opaque, and as bright as it is by the network; cars are never cut by colour.
      if (option === 'model' && !isCar) return drawnThing(format);
      if (option === 'holes') return drawnRings(format);
      if (option.endsWith('_points')) return failedPhoto(format);
      return option === 'crop_cut_sides' ? sceneCut(format) : scenePhoto(format);
    };

    // What is at an address is asked for in a network of its own: test/image-url.
    const tried = Object.entries(options).filter(([name]) => name !== 'background_url');
    test.each(tried)('%s', async (name, option) => {
      const photo = await photoFor(name);
      const given = (value: Value) => ({ ...companions[name], [name]: value });
      const show = (value: Value) => pictures(given(value), photo);
      const groups = groupsOf(name, option);
      // The tiny network sees cars in the middle of photos alone, so that none is cut; and one network makes all mattes.
      if (isCar && (name === 'crop_cut_sides' || name === 'model')) {
        await expectAlike(groups.flat(), show);
        return;
      }
      const beside = besidePicture[name];
      if (!beside) return expectEffect(groups, show);
      await expectEffect(groups, async (value) => String(beside(await send(given(value), photo))));
      await expectAlike(groups.flat(), show);
    });
  });
});
