/** What operations 2, 4, 6 and 7 take and refuse: the rules of Base64 JSON bodies. */
import { expect } from 'vitest';
import { type OperationName, operationNamed } from '../../src/contract/operations.ts';
import { type Answer, jsonOf } from '../../testing/http-message.ts';
import { noise, padded, photo } from '../../testing/photos.ts';
import { booleanOptionOf, type Call, filePart, jsonCall, multipartCall } from '../../testing/requests.ts';
import { brokenImage, type ExpectedRefusal, invalid, refusals } from '../contract.ts';
import type { Service } from '../service.ts';
import { type Cases, casesOf } from './cases.ts';
import { describeEncodedBodies } from './encoded.ts';
import type { Result } from './success.ts';

const maxImageBytes = 20 * 1024 * 1024;
const imageAt = ['body', 'image_base64'];

/** Reads the 200 of a Base64 operation. */
export function readMembers({ status, headers, body }: Answer, pngMember: string): Result {
  expect(status).toBe(200);
  expect(headers.get('Content-Type')).toMatch(/^application\/json(;|$)/);
  const members = JSON.parse(body.toString()) as Record<string, unknown>;
  const { input_dimensions: input, processed_dimensions: processed, was_downscaled: wasDownscaled } = members;
  expect(members).toMatchObject({
    input_dimensions: [expect.any(Number), expect.any(Number)],
    processed_dimensions: [expect.any(Number), expect.any(Number)],
    was_downscaled: expect.any(Boolean),
    [pngMember]: expect.stringMatching(/^[A-Za-z0-9+/]+={0,2}$/),
  });
  return {
    png: Buffer.from(String(members[pngMember]), 'base64'),
    input: input as number[],
    processed: processed as number[],
    wasDownscaled: wasDownscaled === true,
  };
}

export function describeBase64(
  service: Service,
  name: OperationName,
  pngMember: string,
  cases: Cases = casesOf(name),
): void {
  const { path } = operationNamed(name);
  const text = () => service.image.toString('base64');
  const withBody = (body: () => unknown) => (key: string) => jsonCall(path, key, body());
  const withImage = (image: () => unknown) => withBody(() => ({ image_base64: image() }));
  const option = booleanOptionOf(name);
  const withFlag = (flag: unknown) => withBody(() => ({ image_base64: text(), [option]: flag }));

  cases.block('200, by JSON', ({ test, raw }) => {
    const members = async (make: (key: string) => Call): Promise<Record<string, unknown>> => {
      const { key } = await service.createKey();
      const answer = await service.send(make(key));
      if (answer.status !== 200) throw new Error(`${answer.status} ${answer.body.toString('utf8', 0, 300)}`);
      return jsonOf(answer) as Record<string, unknown>;
    };
    const plain = ['input_dimensions', 'processed_dimensions', 'was_downscaled', pngMember];
    const accepted = async (make: (key: string) => Call) => {
      expect(Object.keys(await members(make))).toEqual(expect.arrayContaining(plain));
    };

    raw('for the member "image" in place of "image_base64"', () => accepted(withBody(() => ({ image: text() }))));

    raw('for Base64 without its padding', () => {
      // Of three lengths in a row two need padding.
      const unpadded = [0, 1, 2].map((extra) => Buffer.concat([service.image, Buffer.alloc(extra)]).toString('base64'));
      return Promise.all(unpadded.map((encoded) => accepted(withImage(() => encoded.replace(/=+$/, '')))));
    });

    raw('for Base64 in lines, with any white space of JSON', () => {
      const lines = () => ` ${text().replace(/.{76}/g, '$&\r\n')}\t `;
      return accepted(withImage(lines));
    });

    raw('for Base64 with JSON escapes', async () => {
      const escaped = `"${text().replaceAll('/', '\\/').replaceAll('+', '\\u002b').replaceAll('A', '\\u0041')}\\n"`;
      await accepted(withBody(() => `{"image_base64":${escaped}}`));
    });

    raw('for member names with JSON escapes', () => accepted(withBody(() => `{"image\\u005fbase64":"${text()}"}`)));

    raw('any values of unknown members', async () => {
      const unknown = { comment: 'ü "quoted" \\ \u0000', list: [1, -2.5e3, true, null, {}], deep: { image: 'x' } };
      await accepted(withBody(() => ({ ...unknown, image_base64: text(), file: 'x' })));
    });

    test('for a body nested 16 deep', async () => {
      const nested = `${'['.repeat(15)}${']'.repeat(15)}`;
      await accepted(withBody(() => `{"image_base64":"${text()}","other":${nested}}`));
    });

    raw('for white space around all of it', () => {
      return accepted(withBody(() => ` \r\n\t{ "image_base64" :\n"${text()}" , "${option}" : true } \n`));
    });

    const acceptedAs = (type: string | null) =>
      accepted((key) => {
        const { headers, ...call } = withImage(text)(key);
        const { 'Content-Type': _, ...others } = headers;
        return { ...call, headers: type === null ? others : { ...others, 'Content-Type': type } };
      });

    test.each(['application/json'])('for the content type %s', acceptedAs);
    raw.each(['application/json; charset=utf-8', 'Application/JSON', 'application/vnd.api+json', null])(
      'for the content type %s',
      acceptedAs,
    );

    raw('for a byte order mark in front of the body', () => {
      return accepted(withBody(() => `\ufeff{"image_base64":"${text()}"}`));
    });

    test('for 64 members and array elements', () => {
      const others = Array.from({ length: 61 }, (_, index) => index);
      return accepted(withBody(() => ({ image_base64: text(), others })));
    });

    test('for a body in chunks, without a length', () => {
      return accepted((key) => ({ ...withImage(text)(key), chunked: true }));
    });
  });

  cases.block('400', ({ test, raw }) => {
    raw.each([
      ['nothing', ''],
      ['white space', ' \n'],
      ['text', 'image_base64=abc'],
      ['an unfinished object', '{"image_base64":"abc"'],
      ['an unfinished string', '{"image_base64":"abc'],
      ['a comma too many', '{"image_base64":"abc",}'],
      ['a missing comma', '{"image_base64":"abc" "include_image_type":true}'],
      ['a missing colon', '{"image_base64" "abc"}'],
      ['single quotes', "{'image_base64':'abc'}"],
      ['a name without quotes', '{image_base64:"abc"}'],
      ['a comment', '{"image_base64":"abc"/**/}'],
      ['another object behind it', '{"image_base64":"abc"}{}'],
      ['a letter behind it', '{"image_base64":"abc"}x'],
      ['an unknown escape', '{"image_base64":"ab\\xc"}'],
      ['a broken \\u escape', '{"image_base64":"ab\\u00zz"}'],
      ['a number with a leading zero', '{"image_base64":"abc","n":01}'],
      ['NaN', '{"image_base64":"abc","n":NaN}'],
      ['an array', '["image_base64"]'],
      ['a string', '"image_base64"'],
      ['a number', '42'],
      ['null', 'null'],
      ['true', 'true'],
      ['brackets that do not match', '{"image_base64":"abc","a":[1}}'],
    ])('for a body of %s', async (_, body) => {
      await service.expectRefused(
        withBody(() => body),
        refusals.invalidJson,
      );
    });

    raw('for a line break inside a string, which is named', async () => {
      await service.expectRefused(
        withBody(() => '{"image_base64":"ab\nc"}'),
        refusals.rawLineBreak,
      );
    });

    raw('for a body in UTF-16, with and without a byte order mark', async () => {
      const wide = () => Buffer.from(`{"image_base64":"${text()}"}`, 'utf16le');
      for (const body of [wide(), wide().swap16(), Buffer.concat([Buffer.from([0xff, 0xfe]), wide()])]) {
        await service.expectRefused(
          withBody(() => body),
          refusals.notUtf8,
        );
      }
    });

    test('for a body nested 17 deep', async () => {
      const nested = `${'['.repeat(16)}${']'.repeat(16)}`;
      await service.expectRefused(
        withBody(() => `{"image_base64":"${text()}","other":${nested}}`),
        refusals.invalidJson,
      );
    });

    raw('for a body nested a million deep', async () => {
      await service.expectRefused(
        withBody(() => `{"other":${'['.repeat(1_000_000)}`),
        refusals.invalidJson,
      );
    });

    raw.each([
      ['no member', {}],
      ['other members', { file: 'abc', [option]: true }],
      ['the member in capitals', { IMAGE_BASE64: 'abc' }],
      ['the member inside another', { body: { image_base64: 'abc' } }],
    ])('for an object with %s', async (_, body) => {
      await service.expectRefused(
        withBody(() => body),
        refusals.missingImage,
      );
    });
  });

  cases.block('422', ({ test, raw, large }) => {
    const wrongImage = (message: RegExp) => invalid(imageAt, 'value_error', message);
    const refused = (make: (key: string) => Call, expected: ExpectedRefusal) => service.expectRefused(make, expected);

    raw.each([
      ['null', null],
      ['a number', 7],
      ['true', true],
      ['an array', ['abc']],
      ['an object', { data: 'abc' }],
    ])('for an image that is %s', async (_, image) => {
      const expected = invalid(imageAt, 'string_type', /\w/);
      await refused(
        withImage(() => image),
        expected,
      );
      await refused(
        withBody(() => ({ image })),
        expected,
      );
    });

    const refusedAs = async (_: string, image: string) => {
      await refused(
        withImage(() => image),
        wrongImage(/\w/),
      );
    };
    test.each([['empty', '']])('for an image that is %s', refusedAs);
    raw.each([
      ['nothing but white space', ' \n\t '],
      ['nothing but padding', '=='],
    ])('for an image that is %s', refusedAs);

    raw('for a data: prefix, with the advice to remove it', async () => {
      await refused(
        withImage(() => `data:image/jpeg;base64,${text()}`),
        wrongImage(/remove.*data:/i),
      );
    });

    raw.each([
      ['the URL alphabet', (encoded: string) => `${encoded.slice(0, 40)}-_${encoded.slice(42)}`],
      ['a character of no alphabet', (encoded: string) => `${encoded.slice(0, 40)}!${encoded.slice(41)}`],
      ['letters beyond ASCII', (encoded: string) => `${encoded.slice(0, 40)}é${encoded.slice(41)}`],
      ['an escaped zero', (encoded: string) => `${encoded.slice(0, 40)}\0${encoded.slice(41)}`],
      ['padding in the middle', (encoded: string) => `${encoded.slice(0, 40)}==${encoded.slice(42)}`],
      ['three signs of padding', (encoded: string) => `${encoded.replace(/=+$/, '')}===`],
      ['a character too few', (encoded: string) => encoded.replace(/=+$/, '').slice(0, 41)],
    ])('for Base64 with %s', async (_, change) => {
      await refused(
        withImage(() => change(text())),
        wrongImage(/Base64/),
      );
    });

    large('for an image of one byte over 20.0 MB', async () => {
      const image = () => padded(service.image, maxImageBytes + 1).toString('base64');
      await refused(withImage(image), refusals.base64TooLarge);
    });

    large('for an image over the limit that comes without a length', async () => {
      const image = () => padded(service.image, maxImageBytes + 1).toString('base64');
      await refused((key) => ({ ...withImage(image)(key), chunked: true }), refusals.base64TooLarge);
    });

    raw('for a body over 32 MiB, whatever is in it', async () => {
      const spaces = ' '.repeat(32 * 1024 * 1024);
      await refused(
        withBody(() => `{"image_base64":"${text()}"}${spaces}`),
        refusals.base64TooLarge,
      );
      await refused(
        withBody(() => `no JSON${spaces}`),
        refusals.base64TooLarge,
      );
    });

    test.each([
      ['text', Buffer.from('just some text')],
      ['random bytes', noise(4096)],
      ['a PDF', Buffer.from('%PDF-1.7\n')],
      ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ])('for Base64 of %s, never 415', async (_, content) => {
      await refused(
        withImage(() => content.toString('base64')),
        wrongImage(/format/i),
      );
    });

    const broken = brokenImage('json');
    test.each(['jpeg', 'progressive', 'png', 'webp'] as const)('for a %s that was cut in half', async (format) => {
      const whole = await photo(format, 200, 150);
      await refused(
        withImage(() => whole.subarray(0, whole.length / 2).toString('base64')),
        broken,
      );
    });

    raw('for "image_base64" beside "image", in either order', async () => {
      const expected = wrongImage(/not both/);
      await refused(
        withBody(() => ({ image_base64: text(), image: text() })),
        expected,
      );
      await refused(
        withBody(() => ({ image: text(), image_base64: text() })),
        expected,
      );
    });

    test('for more than 64 members and array elements, nested ones counted', async () => {
      const others = Array.from({ length: 21 }, (_, index) => ({ [`m${index}`]: [index] }));
      await refused(
        withBody(() => ({ image_base64: text(), others })),
        refusals.tooManyMembers,
      );
    });

    describeEncodedBodies(service, withImage(text), raw);

    raw('for the same member twice', async () => {
      const once = (member: string) => invalid(['body', member], 'value_error', /once/);
      const twice = (member: string, value: string) => `"${member}":${value},"${member}":${value}`;
      await refused(
        withBody(() => `{${twice('image_base64', `"${text()}"`)}}`),
        once('image_base64'),
      );
      await refused(
        withBody(() => `{"image_base64":"${text()}",${twice(option, 'true')}}`),
        once(option),
      );
    });

    raw('for the form of a request before its options', async () => {
      await refused(
        withBody(() => ({ [option]: 'maybe' })),
        refusals.missingImage,
      );
      const expected = invalid(imageAt, 'string_type', /\w/);
      await refused(
        withBody(() => ({ image_base64: 5, [option]: 'maybe' })),
        expected,
      );
    });

    raw('for the options of a request before its image', async () => {
      const expected = invalid(['body', option], 'bool_parsing', /\w/);
      await refused(
        withBody(() => ({ image_base64: 'no image', [option]: 'maybe' })),
        expected,
      );
    });

    raw.each(['text/plain', 'image/jpeg', 'application/x-www-form-urlencoded', 'application/xml'])(
      'for the content type %s',
      async (type) => {
        await refused(
          (key) => {
            const call = withImage(text)(key);
            return { ...call, headers: { ...call.headers, 'Content-Type': type } };
          },
          invalid(['body'], 'value_error', /Content-Type/),
        );
      },
    );

    raw('for a multipart upload', async () => {
      const upload = (key: string) => multipartCall(path, key, [filePart(service.image)]);
      await refused(upload, invalid(['body'], 'value_error', /Content-Type/));
    });
  });

  cases.block('422, by an option', ({ test }) => {
    test.each([
      ['a text that spells no boolean', 'maybe', 'bool_parsing'],
      ['an empty text', '', 'bool_parsing'],
      ['another number than 0 and 1', 2, 'bool_type'],
      ['an array', [true], 'bool_type'],
      ['an object', {}, 'bool_type'],
    ])(`for a ${option} that is %s`, async (_, flag, type) => {
      await service.expectRefused(withFlag(flag), invalid(['body', option], type, /\w/));
    });
  });
}
