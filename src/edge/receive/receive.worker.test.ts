import { describe, expect, test } from 'vitest';
import { imageNames } from '../../contract/encoding.ts';
import type { Limits } from '../../contract/limits.ts';
import { operationNamed, type ProcessingOperation, processingOperations } from '../../contract/operations.ts';
import { Refused } from '../../contract/refusals.ts';
import { unconfigured } from '../environment.ts';
import type { Exchange } from '../exchange.ts';
import { bodyWithRoom } from '../testing/room.ts';
import { receive } from './receive.ts';

const file = new Uint8Array([1, 2, 3, 250]);
const text = btoa(String.fromCharCode(...file));

/** What is sent for each option: never its default. */
const otherThanDefault: Readonly<Record<string, string>> = {
  include_image_type: 'false',
  edge_colors: 'original',
  refine: 'off',
  model: 'matte',
  roi: '10 20 50% 60%',
  keep_points: '10 20; 50% 60%',
  drop_points: '90% 5%',
  holes: 'open',
  shadow_type: 'none',
  include_shadow: 'false',
  reconstruct_windows: 'false',
  output_format: 'webp',
  output_quality: '80',
  background_color: 'teal',
  crop: 'subject',
  crop_margin: '10%',
  crop_cut_sides: 'flush',
  max_size: '640',
  position: '0% 100%',
  aspect: '4:5',
  scale: '80%',
  shadow: 'contact',
  background_image: text,
  background_url: 'https://images.example.com/beach.jpg',
  shadow_opacity: '35',
};
/** What an option needs beside it. */
const needed: Readonly<Record<string, Parts>> = {
  output_quality: [['output_format', 'jpeg']],
  crop_margin: [['crop', 'subject']],
  crop_cut_sides: [['crop', 'subject']],
  shadow_opacity: [['shadow', 'drop']],
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
  return receive({ request, settings: unconfigured } as Exchange, operation, bodyWithRoom(request, limits));
}

const options = processingOperations.flatMap((operation) =>
  Object.keys(operation.options).map((option) => ({ operation, name: operation.name, option })),
);

describe('a request', () => {
  test.each(processingOperations.map((operation) => ({ operation, name: operation.name })))(
    'of $name gives its file and the task of no options, whatever the image is called',
    async ({ operation }) => {
      for (const imageName of imageNames[operation.encoding]) {
        const { source: got, task } = await received(operation, [], imageName);
        expect(got).toEqual(file);
        expect(task).toEqual(operation.read(new Map()));
      }
    },
  );

  test.each(options)('of $name is read with its $option', async ({ operation, option }) => {
    const beside = needed[option] ?? [];
    const parts: Parts = [...beside, [option, otherThanDefault[option]]];
    const { task } = await received(operation, parts);
    expect(task).toEqual(operation.read(new Map(parts)));
    expect(task).not.toEqual(operation.read(new Map(beside)));
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

type RawPart = readonly [name: string, content: string, fileName?: string];

/** A form as it is written, with file names or without. */
function formOf(operation: ProcessingOperation, ...parts: readonly RawPart[]): Request {
  const written = parts.map(([name, content, fileName]) => {
    const file = fileName === undefined ? '' : `; filename="${fileName}"`;
    return `--b\r\nContent-Disposition: form-data; name="${name}"${file}\r\n\r\n${content}\r\n`;
  });
  const headers = { 'Content-Type': 'multipart/form-data; boundary=b' };
  const body = `${written.join('')}--b--\r\n`;
  return new Request(`http://edge${operation.path}`, { method: 'POST', headers, body });
}

function receivedForm(operation: ProcessingOperation, ...parts: readonly RawPart[]) {
  return within(unconfigured.limits, operation, formOf(operation, ...parts));
}

/** The refusal of a form. */
async function refusalOfForm(operation: ProcessingOperation, ...parts: readonly RawPart[]) {
  const refused = await receivedForm(operation, ...parts).catch((cause: unknown) => cause);
  if (!(refused instanceof Refused)) throw new Error(`Expected a refusal, not ${JSON.stringify(refused)}`);
  return refused.refusal;
}

function jsonRequest(body: string): Request {
  return new Request('http://edge', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body });
}

describe('a field of a form that was not filled in', () => {
  const chosen = ['file', 'abc', 'photo.jpg'] as const;
  const notChosen = ['file', '', ''] as const;
  const cutout = operationNamed('image-without-background');

  test.each(options.filter(({ operation }) => operation.encoding === 'multipart'))(
    'of $name counts as not sent: $option',
    async ({ operation, option }) => {
      const { task, background } = await receivedForm(operation, [option, ''], chosen, [option, '']);
      expect(task).toEqual(operation.read(new Map()));
      expect(background).toBeNull();
    },
  );

  test('is none of two', async () => {
    const { task } = await receivedForm(cutout, ['crop', ''], ['crop', 'subject'], chosen, ['crop', '']);
    expect(task).toEqual(cutout.read(new Map([['crop', 'subject']])));
  });

  test.each<RawPart>([notChosen, ['image', '', ''], ['file', '']])(
    'counts as not sent: the part %j',
    async (name, content, fileName) => {
      const empty: RawPart = [name ?? '', content ?? '', fileName];
      expect(await refusalOfForm(matte, empty)).toMatchObject({
        status: 422,
        body: { detail: [{ loc: atFile, msg: 'Field required', type: 'missing' }] },
        receivedFields: name,
      });
      const orders: readonly RawPart[][] = [
        [empty, chosen],
        [chosen, empty],
        [empty, chosen, empty],
      ];
      for (const parts of orders) {
        expect((await receivedForm(matte, ...parts)).source).toEqual(new TextEncoder().encode('abc'));
      }
      const { source } = await receivedForm(matte, empty, ['image_url', 'https://images.example.com/a.jpg']);
      expect(source).toBe('https://images.example.com/a.jpg');
    },
  );

  test('counts as not sent: a background beside one', async () => {
    const beach = ['background_image', 'def', 'beach.jpg'] as const;
    const none = ['background_image', '', ''] as const;
    const { background } = await receivedForm(cutout, none, chosen, beach, none);
    expect(background?.source).toEqual(new TextEncoder().encode('def'));
  });

  test('is sent where the file has a name', async () => {
    expect(await refusalOfForm(matte, chosen, ['image', '', 'empty.jpg'])).toMatchObject({
      body: { detail: [{ msg: 'Send one image, in the part "file"' }] },
    });
    expect((await receivedForm(matte, ['file', '', 'empty.jpg'])).source).toHaveLength(0);
  });
});

describe('names under which something else came', () => {
  test('are listed where the image is missing', async () => {
    const parts: RawPart[] = [
      ['data', 'abc', 'a.jpg'],
      ['file[]', 'abc', 'a.jpg'],
      ['crop', 'subject'],
    ];
    expect((await refusalOfForm(matte, ...parts)).receivedFields).toBe('data, file[], crop');
    expect((await refusalOfForm(matte)).receivedFields).toBeUndefined();
    const json = jsonRequest('{"data":"AQID","crop":null}');
    const refused = await within(unconfigured.limits, matteBase64, json).catch((cause: unknown) => cause);
    expect(refused).toMatchObject({
      refusal: { body: { detail: 'Missing required field: image_base64' }, receivedFields: 'data, crop' },
    });
  });
});

describe('a member of JSON', () => {
  test.each(options.filter(({ operation }) => operation.encoding === 'json'))(
    'of $name that is null counts as not sent: $option',
    async ({ operation, option }) => {
      const json = jsonRequest(`{"${option}":null,"image_base64":"${text}"}`);
      const { task, background } = await within(unconfigured.limits, operation, json);
      expect(task).toEqual(operation.read(new Map()));
      expect(background).toBeNull();
    },
  );

  test.each([0, 1])('may spell a boolean as %i', async (number) => {
    const json = jsonRequest(`{"include_image_type":${number},"image_base64":"${text}"}`);
    const { task } = await within(unconfigured.limits, matteBase64, json);
    expect(task).toMatchObject({ imageType: number === 1 });
  });
});

const matte = operationNamed('alpha-channel');
const matteBase64 = operationNamed('alpha-channel-base64');

function within(limits: Limits, operation: ProcessingOperation, request: Request) {
  const settings = { ...unconfigured, limits };
  return receive({ request, settings } as Exchange, operation, bodyWithRoom(request, limits));
}

/** The first item of the 422 that is answered to a body, or the detail of another status. */
async function refusedOf(operation: ProcessingOperation, body: BodyInit, headers: Record<string, string> = {}) {
  const request = new Request(`http://edge${operation.path}`, { method: 'POST', headers, body });
  const refused = await within(unconfigured.limits, operation, request).catch((cause: unknown) => cause);
  if (!(refused instanceof Refused)) throw new Error(`Expected a refusal, not ${JSON.stringify(refused)}`);
  const { status, body: answer } = refused.refusal;
  if (!('detail' in answer)) throw new Error(`Expected a detail, not ${JSON.stringify(answer)}`);
  return typeof answer.detail === 'string' ? [status, answer.detail] : [status, ...Object.values(answer.detail[0])];
}

const atImage = ['body', 'image_base64'];
const atFile = ['body', 'file'];

type RefusedText = [body: string, status: number, loc: string[], msg: string, type: string];

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
      '{"image_base64":" \\nDATA:image/png;base64,AQID"}',
      422,
      atImage,
      'Remove the "data:" prefix and send the Base64 text alone',
      'value_error',
    ],
    [
      '{"image_base64":"AQ$D"}',
      422,
      atImage,
      'The text is not Base64: it has a character outside the standard alphabet',
      'value_error',
    ],
    [
      '{"image_base64":"AQ-D"}',
      422,
      atImage,
      'The text is not Base64 of the standard alphabet but of that for URLs; send "+" for "-" and "/" for "_"',
      'value_error',
    ],
    ...["b'AQID'", 'b\\"AQID\\"'].map(
      (python): RefusedText => [
        `{"image_base64":"${python}"}`,
        422,
        atImage,
        'The text is not Base64: it is written b\'…\', as Python shows bytes; send .decode("ascii") of them',
        'value_error',
      ],
    ),
    ...['\\"AQID\\"', "'AQID'"].map(
      (quoted): RefusedText => [
        `{"image_base64":"${quoted}"}`,
        422,
        atImage,
        'The text is not Base64: it has quotation marks; send what is between them',
        'value_error',
      ],
    ),
    [
      '{"image_base64":"AQID%2BAQ"}',
      422,
      atImage,
      'The text is not Base64: it has percent escapes, such as "%2B"; send the characters that they stand for',
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
    [
      '{"image_base64":"AQ\nID"}',
      400,
      'Invalid JSON: a text has a raw line break; write it as \\n, and leave it out of Base64',
    ],
    [
      '{"image_base64":"AQ\r\nID"}',
      400,
      'Invalid JSON: a text has a raw line break; write it as \\n, and leave it out of Base64',
    ],
    ['{"crop":"a\tb"}', 400, 'Invalid JSON: a text has a raw control character; write it as \\u0009'],
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

  test('may quote its boundary', async () => {
    const type = 'multipart/form-data; boundary="b c"';
    const body = '--b c\r\nContent-Disposition: form-data; name="file"\r\n\r\nabc\r\n--b c--\r\n';
    const request = new Request('http://edge', { method: 'POST', headers: { 'Content-Type': type }, body });
    const { source: got } = await within(unconfigured.limits, matte, request);
    expect(got).toEqual(new TextEncoder().encode('abc'));
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

describe('limits of a body', () => {
  const limits: Limits = {
    ...unconfigured.limits,
    maxImageBytes: 9,
    maxJsonBytes: 64,
    maxFieldBytes: 10,
    maxParts: 3,
    maxJsonMembers: 4,
    maxJsonDepth: 2,
  };

  /** `received`, or the code of the refusal and its message. */
  async function fate(operation: ProcessingOperation, body: BodyInit, headers: Record<string, string> = {}) {
    const request = new Request(`http://edge${operation.path}`, { method: 'POST', headers, body });
    try {
      await within(limits, operation, request);
      return 'received';
    } catch (cause) {
      if (!(cause instanceof Refused)) throw cause;
      const { code, body: answer } = cause.refusal;
      const detail = 'detail' in answer ? answer.detail : '';
      return typeof detail === 'string' ? code : `${code}: ${detail[0].msg}`;
    }
  }

  function form(imageBytes: number, ...fields: readonly string[]): FormData {
    const made = new FormData();
    for (const field of fields) made.append('other', field);
    made.append('file', new File([new Uint8Array(imageBytes)], 'photo.jpg'));
    return made;
  }

  test.each([
    ['image bytes', form(9), 'received'],
    ['image bytes', form(10), 'FILE_TOO_LARGE'],
    ['bytes of fields', form(1, '12345', '67890'), 'received'],
    ['bytes of fields', form(1, '12345', '678901'), 'VALIDATION_ERROR: The fields beside the file are over 10 bytes'],
    ['parts', form(1, '', ''), 'received'],
    ['parts', form(1, '', '', ''), 'VALIDATION_ERROR: The body has more than 3 parts'],
  ])('%s of a form (%#)', async (_what, body, expected) => {
    expect(await fate(matte, body)).toBe(expected);
  });

  const tooLarge = 'IMAGE_TOO_LARGE: Image size exceeds maximum allowed size of 0.0 MB';
  const image = '"image":"AQID"';
  const tooMany =
    'VALIDATION_ERROR: The body has more than 4 members and array elements; send the image and its options alone';

  test.each([
    ['image bytes', '{"image":"AQIDBAUGBwgJ"}', 'received'],
    ['image bytes', '{"image":"AQIDBAUGBwgJCg"}', tooLarge],
    ['bytes', `{${image}}`.padEnd(64), 'received'],
    ['bytes', `{${image}}`.padEnd(65), tooLarge],
    ['members', `{${image},"a":[1,2]}`, 'received'],
    ['members', `{${image},"a":[1,2,3]}`, tooMany],
    ['depth', `{${image},"a":[1]}`, 'received'],
    ['depth', `{${image},"a":[[]]}`, 'INVALID_JSON'],
  ])('%s of a JSON body (%#)', async (_what, body, expected) => {
    expect(await fate(matteBase64, body, { 'Content-Type': 'application/json' })).toBe(expected);
  });

  const json = { 'Content-Type': 'application/json' };
  const multipart = { 'Content-Type': 'multipart/form-data; boundary=b' };
  const part = '--b\r\nContent-Disposition: form-data; name="file"\r\n\r\nabc\r\n--b--\r\n';
  /** The image, the fields, and 1 KiB for the header of each part. */
  const mostBytes = 9 + 10 + 3 * 1024;

  test.each([
    [matte, part, multipart, mostBytes, 'received'],
    [matte, part, multipart, mostBytes + 1, 'FILE_TOO_LARGE'],
    [matteBase64, `{${image}}`, json, 64, 'received'],
    [matteBase64, `{${image}}`, json, 65, tooLarge],
  ])('bytes that are announced (%#)', async (operation, body, type, announced, expected) => {
    expect(await fate(operation, body, { ...type, 'Content-Length': String(announced) })).toBe(expected);
  });

  test.each([
    [mostBytes, 'received'],
    [mostBytes + 1, 'FILE_TOO_LARGE'],
  ])('%i bytes of a form that announces none: %s', async (bytes, expected) => {
    const body = `\r\n${part}`.padStart(bytes, 'x');
    expect(await fate(matte, new Blob([body]).stream(), multipart)).toBe(expected);
  });
});

test('a length that is no number announces nothing, and the coding identity encodes nothing', async () => {
  const headers = {
    'Content-Type': 'application/json',
    'Content-Length': '1e9',
    'Content-Encoding': 'Identity, ,identity',
  };
  const expected = [422, atImage, 'The image is empty', 'value_error'];
  expect(await refusedOf(matteBase64, '{"image_base64":""}', headers)).toEqual(expected);
});
