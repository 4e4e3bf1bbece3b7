import { describe, expect, test } from 'vitest';
import { imageNames } from '../../contract/encoding.ts';
import { operationNamed, type ProcessingOperation, processingOperations } from '../../contract/operations.ts';
import { Refused } from '../../contract/refusals.ts';
import { unconfigured } from '../environment.ts';
import type { Exchange } from '../exchange.ts';
import { BodyReader } from './body.ts';
import { receive } from './receive.ts';

const file = new Uint8Array([1, 2, 3, 250]);
const text = btoa(String.fromCharCode(...file));

/** What is sent for each option: never its default. */
const otherThanDefault: Readonly<Record<string, string>> = {
  include_image_type: 'false',
  edge_colors: 'original',
  shadow_type: 'none',
  include_shadow: 'false',
  reconstruct_windows: 'false',
};

type Parts = readonly (readonly [name: string, value: string])[];

function requestOf({ path, encoding }: ProcessingOperation, parts: Parts, imageName: string): Request {
  const url = `http://edge${path}`;
  switch (encoding) {
    case 'multipart': {
      const form = new FormData();
      for (const [name, value] of parts) form.append(name, value);
      form.append(imageName, new File([file], 'photo.jpg'));
      return new Request(url, { method: 'POST', body: form });
    }
    case 'json': {
      const members = [...parts, [imageName, text]].map(([name, value]) => `"${name}":"${value}"`);
      const headers = { 'Content-Type': 'application/json' };
      return new Request(url, { method: 'POST', headers, body: `{${members.join(',')}}` });
    }
  }
}

function received(operation: ProcessingOperation, parts: Parts, imageName: string = imageNames[operation.encoding][0]) {
  const request = requestOf(operation, parts, imageName);
  const { limits } = unconfigured;
  return receive({ request, settings: unconfigured } as Exchange, operation, new BodyReader(request, limits));
}

const options = processingOperations.flatMap((operation) =>
  Object.keys(operation.options).map((option) => ({ operation, name: operation.name, option })),
);

describe('a request', () => {
  test.each(processingOperations.map((operation) => ({ operation, name: operation.name })))(
    'of $name gives its file and the task of no options, whatever the image is called',
    async ({ operation }) => {
      for (const imageName of imageNames[operation.encoding]) {
        const { file: got, task } = await received(operation, [], imageName);
        expect([...got]).toEqual([...file]);
        expect(task).toEqual(operation.read(new Map()));
      }
    },
  );

  test.each(options)('of $name is read with its $option', async ({ operation, option }) => {
    const { task } = await received(operation, [[option, otherThanDefault[option]]]);
    expect(task).toEqual(operation.read(new Map([[option, otherThanDefault[option]]])));
    expect(task).not.toEqual(operation.read(new Map()));
  });

  test.each(options)('of $name with its $option twice is refused', async ({ operation, option }) => {
    const part = [option, otherThanDefault[option]] as const;
    const refused = await received(operation, [part, part]).catch((cause: unknown) => cause);
    expect(refused).toBeInstanceOf(Refused);
    expect(refused).toMatchObject({
      refusal: { status: 422, body: { detail: [{ loc: ['body', option], msg: `Send ${option} only once` }] } },
    });
  });

  test('may hold what nobody knows', async () => {
    const cutout = operationNamed('image-without-background');
    const { task } = await received(cutout, [
      ['colour', 'red'],
      ['colour', 'blue'],
    ]);
    expect(task).toEqual(cutout.read(new Map()));
  });
});

const matte = operationNamed('alpha-channel');
const matteBase64 = operationNamed('alpha-channel-base64');

/** The first item of the 422 that is answered to a body, or the detail of another status. */
async function refusedOf(operation: ProcessingOperation, body: BodyInit, headers: Record<string, string> = {}) {
  const request = new Request(`http://edge${operation.path}`, { method: 'POST', headers, body });
  const reader = new BodyReader(request, unconfigured.limits);
  const refused = await receive({ request, settings: unconfigured } as Exchange, operation, reader).catch(
    (cause: unknown) => cause,
  );
  if (!(refused instanceof Refused)) throw new Error(`Expected a refusal, not ${JSON.stringify(refused)}`);
  const { status, body: answer } = refused.refusal;
  if (!('detail' in answer)) throw new Error(`Expected a detail, not ${JSON.stringify(answer)}`);
  return typeof answer.detail === 'string' ? [status, answer.detail] : [status, ...Object.values(answer.detail[0])];
}

const atImage = ['body', 'image_base64'];
const atFile = ['body', 'file'];

describe('a JSON body', () => {
  test.each([
    [
      `{"image_base64":"${text}","image":"${text}"}`,
      422,
      atImage,
      'Send image_base64 or image, not both',
      'value_error',
    ],
    ['{}', 400, 'Missing required field: image_base64'],
    ['{"file":"AQID"}', 400, 'Missing required field: image_base64'],
    ['{"image_base64":1}', 422, atImage, 'Input should be a valid string', 'string_type'],
    ['{"image_base64":null}', 422, atImage, 'Input should be a valid string', 'string_type'],
    [
      '{"image_base64":"data:image/png;base64,AQID"}',
      422,
      atImage,
      'Remove the "data:" prefix and send the Base64 text alone',
      'value_error',
    ],
    [
      '{"image_base64":"AQ-D"}',
      422,
      atImage,
      'The text is not Base64: it has a character outside the standard alphabet',
      'value_error',
    ],
    [
      '{"image_base64":"AQIDB"}',
      422,
      atImage,
      'The text is not Base64: its end is missing or wrongly padded',
      'value_error',
    ],
    ['{"image_base64":""}', 422, atImage, 'The image is empty', 'value_error'],
    ['[]', 400, 'Invalid JSON'],
    ['{"image_base64":"AQID"', 400, 'Invalid JSON'],
    [
      '{"image_base64":"","include_image_type":"maybe"}',
      422,
      ['body', 'include_image_type'],
      "Expected true or false for include_image_type but received 'maybe'",
      'bool_parsing',
    ],
    [
      '{"include_image_type":true,"include_image_type":true,"image_base64":1}',
      422,
      ['body', 'include_image_type'],
      'Send include_image_type only once',
      'value_error',
    ],
  ])('%s is refused', async (body, ...expected) => {
    expect(await refusedOf(matteBase64, body, { 'Content-Type': 'application/json' })).toEqual(expected);
  });

  test('with an option far too long is refused with what it begins with', async () => {
    const json = { 'Content-Type': 'application/json' };
    const sent = (value: string) =>
      refusedOf(matteBase64, `{"image_base64":"AQID","include_image_type":${value}}`, json);
    const message = (shown: string) => `Expected true or false for include_image_type but received ${shown}`;
    const at = ['body', 'include_image_type'];
    const long = `a${'b'.repeat(100_000)}`;
    expect(await sent(`"${long}"`)).toEqual([422, at, message(`'a${'b'.repeat(39)}…'`), 'bool_parsing']);
    expect(await sent(`["${long}"]`)).toEqual([422, at, message('an array'), 'bool_type']);
    expect(await sent(`{"a":"${long}"}`)).toEqual([422, at, message('an object'), 'bool_type']);
  });

  test.each(['text/plain', 'application/jsonp', 'application/x-www-form-urlencoded'])(
    'of the type %s is refused',
    async (type) => {
      const expected = [422, ['body'], 'Expected Content-Type application/json', 'value_error'];
      expect(await refusedOf(matteBase64, `{"image_base64":"${text}"}`, { 'Content-Type': type })).toEqual(expected);
    },
  );

  test.each(['application/json; charset=utf-8', 'application/vnd.photo+json', 'APPLICATION/JSON'])(
    'of the type %s is read',
    async (type) => {
      const expected = [422, atImage, 'The image is empty', 'value_error'];
      expect(await refusedOf(matteBase64, '{"image_base64":""}', { 'Content-Type': type })).toEqual(expected);
    },
  );
});

describe('a form', () => {
  const missing = [422, atFile, 'Field required', 'missing'];

  test('without a file is refused', async () => {
    const form = new FormData();
    form.append('photo', new File([file], 'photo.jpg'));
    expect(await refusedOf(matte, form)).toEqual(missing);
  });

  test('of another type is refused as if it had no file', async () => {
    expect(await refusedOf(matte, 'file=1', { 'Content-Type': 'application/x-www-form-urlencoded' })).toEqual(missing);
    expect(await refusedOf(matte, file)).toEqual(missing);
  });

  test.each([
    ['file', 'file'],
    ['file', 'image'],
    ['image', 'image'],
  ])('with %s and %s is refused', async (...names) => {
    const form = new FormData();
    for (const name of names) form.append(name, new File([file], 'photo.jpg'));
    expect(await refusedOf(matte, form)).toEqual([422, atFile, 'Send one image, in the part "file"', 'value_error']);
  });

  test('without a boundary, or without an end, is refused', async () => {
    const type = 'multipart/form-data';
    expect(await refusedOf(matte, 'x', { 'Content-Type': type })).toEqual([
      422,
      ['body'],
      'The Content-Type names no multipart boundary',
      'value_error',
    ]);
    const [status, loc] = await refusedOf(matte, '--b\r\n', { 'Content-Type': `${type}; boundary=b` });
    expect([status, loc]).toEqual([422, ['body']]);
  });
});

test.each(['gzip', 'identity, br'])('a body with the encoding %s is refused', async (coding) => {
  const [status, loc] = await refusedOf(matte, file, { 'Content-Encoding': coding });
  expect([status, loc]).toEqual([422, ['header', 'Content-Encoding']]);
});
