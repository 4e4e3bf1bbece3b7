/**
 * Every option of every operation, as declared in `contract/`: its values or examples are accepted, others are refused with
 * its name, and an operation without the option ignores it. `Service.send` checks every answer against the description.
 *
 * At a push each option is tried whole with one operation of each encoding, and by its first wrong value with the others: a
 * value of an option is read by the same code for all that have it. That each has an effect in all is for test/effects.
 */
import { beforeAll, describe, expect, test } from 'vitest';
import { operationNamed, operationNames, optionNames, processingOperations } from '../../src/contract/operations.ts';
import type { Answer } from '../../testing/http-message.ts';
import { type Call, filePart, jsonCall, multipartCall } from '../../testing/requests.ts';
import type { ExpectedRefusal } from '../contract.ts';
import { failedPhoto } from '../effects/scene.ts';
import { declareService } from '../service.ts';
import { carPhoto } from './car.ts';
import { shareOf } from './cases.ts';

type Value = string | boolean | number;
type Given = Readonly<Record<string, Value>>;

const service = declareService();
let key: string;
beforeAll(async () => {
  ({ key } = await service.createKey({ credits: 10_000, rate: 10_000 }));
});

/** What an option needs beside it. */
const companions: Readonly<Record<string, Given>> = {
  crop_margin: { crop: 'subject' },
  crop_cut_sides: { crop: 'subject' },
  shadow_opacity: { shadow: 'drop' },
  output_quality: { output_format: 'webp' },
  // Where a picture is cut by colour, nothing needs a point.
  keep_points: { model: 'matte' },
  drop_points: { model: 'matte' },
};

describe.each(processingOperations)('$name', ({ name, path, encoding, options, contradictions = [] }) => {
  const callOf = (given: Given, image: Buffer, of: string): Call => {
    if (encoding === 'json') return jsonCall(path, of, { image_base64: image.toString('base64'), ...given });
    const parts = Object.entries(given).map(([part, value]) => ({ name: part, content: String(value) }));
    return multipartCall(path, of, [...parts, filePart(image)]);
  };
  /** One in which the option can act. */
  const imageOf = (option?: string) => {
    if (option?.endsWith('_points')) return failedPhoto('png');
    return name.startsWith('car') ? carPhoto() : service.image;
  };
  const isTriedWhole = (option: string) => {
    const having = operationNames.filter((each) => option in operationNamed(each).options);
    return shareOf(name, having) === 'all';
  };
  const send = async (given: Given, option?: string): Promise<Answer> =>
    service.send(callOf(given, await imageOf(option), key));

  /** What is at an address is asked for in a network of its own: test/image-url. */
  const local = Object.entries(options).filter(([option]) => option !== 'background_url');
  const accepted = local
    .flatMap(([option, { values, schema }]) =>
      [...values, ...((schema.examples as Value[] | undefined) ?? [])].map((value) => ({ option, value })),
    )
    .filter(({ option }, at) => at === 0 || isTriedWhole(option));
  test.each(accepted)('accepts $option as $value', async ({ option, value }) => {
    const answer = await send({ ...companions[option], [option]: value }, option);
    expect(answer.status, answer.status === 200 ? '' : answer.body.toString()).toBe(200);
  });

  const wrong = Object.entries(options).flatMap(([option, { wrong }]) =>
    wrong
      .filter((_, at) => at === 0 || isTriedWhole(option))
      .map(({ problem, example }) => ({ option, problem, example })),
  );
  /** The 422 that names an option, whatever its words. */
  const refusalAt = (option: unknown): ExpectedRefusal => ({
    status: 422,
    code: 'VALIDATION_ERROR',
    body: {
      detail: [
        {
          loc: ['body', option],
          msg: expect.stringMatching(/\w/),
          type: expect.stringMatching(/^(bool_parsing|enum|value_error)$/),
        },
      ],
    },
  });

  test.each(wrong)('refuses $option that $problem: $example', async ({ option, example }) => {
    const image = await imageOf();
    const given = { ...companions[option], [option]: example };
    await service.expectRefused((of) => callOf(given, image, of), refusalAt(option));
  });

  if (contradictions.length > 0) {
    const tried = contradictions.filter((_, at) => at === 0 || shareOf(name, operationNames) === 'all');
    test.each(tried)('refuses that $when', async ({ given }) => {
      const image = await imageOf();
      const oneOfThem = expect.stringMatching(new RegExp(`^(${Object.keys(given).join('|')})$`));
      await service.expectRefused((of) => callOf(given, image, of), refusalAt(oneOfThem));
    });
  }

  const ofOthers = [...optionNames].filter((option) => !(option in options));
  test(`ignores ${ofOthers.join(', ') || 'any other'}`, async () => {
    const answer = await send(Object.fromEntries(ofOthers.map((option) => [option, 'no such value'])));
    expect(answer.status).toBe(200);
    const plain = await send({});
    expect(answer.body.equals(plain.body)).toBe(true);
  });
});
