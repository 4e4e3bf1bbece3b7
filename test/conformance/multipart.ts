/** What operations 1, 3 and 5 take and refuse: the rules of multipart uploads. */
import { expect } from 'vitest';
import { type OperationName, operationNamed } from '../../src/contract/operations.ts';
import type { Answer } from '../../testing/http-message.ts';
import { encode, noise, padded, paint, photo } from '../../testing/photos.ts';
import {
  booleanOptionOf,
  type Call,
  filePart,
  multipartBody,
  multipartCall,
  multipartType,
  type Part,
} from '../../testing/requests.ts';
import { brokenImage, invalid, refusals } from '../contract.ts';
import { withSides } from '../jpeg.ts';
import type { Service } from '../service.ts';
import { type Cases, casesOf } from './cases.ts';
import { describeEncodedBodies } from './encoded.ts';
import type { Result } from './success.ts';

const maxImageBytes = 20 * 1024 * 1024;
const spellings = {
  true: ['true', 'True', 'TRUE', '1', 'yes', 'Yes', 'on', 'ON', 't', 'Y'],
  false: ['false', 'False', 'FALSE', '0', 'no', 'NO', 'off', 'Off', 'f', 'N'],
};

/** Reads the 200 of a binary operation: the PNG, facts in headers. */
export function readBinary({ status, headers, body }: Answer): Result {
  expect(status).toBe(200);
  expect(headers.get('Content-Type')).toBe('image/png');
  const dimensions = (name: string) => {
    const text = headers.get(name);
    expect(text, name).toMatch(/^\d+,\d+$/);
    return String(text).split(',').map(Number);
  };
  const wasDownscaled = headers.get('X-Was-Downscaled');
  expect(wasDownscaled).toMatch(/^(true|false)$/);
  return {
    png: body,
    input: dimensions('X-Input-Dimensions'),
    processed: dimensions('X-Processed-Dimensions'),
    wasDownscaled: wasDownscaled === 'true',
  };
}

export function describeMultipart(service: Service, name: OperationName, cases: Cases = casesOf(name)): void {
  const { path } = operationNamed(name);
  const withParts =
    (...parts: Part[]) =>
    (key: string) =>
      multipartCall(path, key, parts);
  const file = () => filePart(service.image);
  const option = booleanOptionOf(name);
  const flag = (content: string): Part => ({ name: option, content });
  const withType =
    (type: string | null, body: Buffer) =>
    (key: string): Call => {
      const contentType: Record<string, string> = type === null ? {} : { 'Content-Type': type };
      return { method: 'POST', path, headers: { 'X-API-Key': key, ...contentType }, body };
    };

  cases.block('200, by multipart', ({ test, raw }) => {
    const accepted = async (make: (key: string) => Call) => {
      const { key } = await service.createKey();
      const answer = await service.send(make(key));
      if (answer.status !== 200) throw new Error(`${answer.status} ${answer.body.toString('utf8', 0, 300)}`);
      return answer;
    };

    raw('for the part "image" in place of "file"', async () => {
      await accepted(withParts({ name: 'image', content: service.image, fileName: 'photo.jpg' }));
    });

    raw('for a part without a file name', async () => {
      await accepted(withParts({ name: 'file', content: service.image }));
    });

    test('for a name and a declared type that contradict the content', async () => {
      await accepted(
        withParts({ name: 'file', content: service.image, fileName: 'letter.pdf', type: 'application/pdf' }),
      );
      await accepted(withParts({ name: 'file', content: await photo('png'), fileName: 'a.jpg', type: 'image/jpeg' }));
    });

    test('for a file name beyond ASCII', async () => {
      await accepted(withParts({ name: 'file', content: service.image, fileName: 'Straße (1) 写真.jpg' }));
    });

    raw('any content of unknown parts', async () => {
      const unknown = { name: 'comment', content: 'hello' };
      await accepted(withParts(unknown, file(), { name: 'other', content: noise(5000), fileName: 'x.bin' }, unknown));
    });

    test('for 64 parts', async () => {
      const unknown = Array.from({ length: 63 }, (_, at) => ({ name: `part${at}`, content: 'x' }));
      await accepted(withParts(...unknown, file()));
    });

    raw('for 60 KiB of fields beside the file', async () => {
      await accepted(withParts({ name: 'note', content: noise(60 * 1024) }, file()));
    });

    test('for options before and after the file', async () => {
      await accepted(withParts(flag('false'), file()));
      await accepted(withParts(file(), flag('false')));
    });

    raw('for a boundary in quotes, a preamble and an epilogue', async () => {
      const body = Buffer.concat([Buffer.from('preamble\r\n'), multipartBody([file()]), Buffer.from('epilogue')]);
      await accepted(withType(multipartType.replace(/boundary=(.*)/, 'boundary="$1"'), body));
    });

    test('for a Content-Type in other case and with more parameters', async () => {
      const type = multipartType.replace('multipart/form-data', 'Multipart/Form-Data; charset=utf-8');
      await accepted(withType(type, multipartBody([file()])));
    });

    test('for a form as Node writes it', async () => {
      const { key } = await service.createKey();
      const form = new FormData();
      form.append('file', new File([new Uint8Array(service.image)], 'photo.jpg', { type: 'image/jpeg' }));
      form.append(option, 'true');
      const answer = await fetch(service.stack.base + path, {
        method: 'POST',
        headers: { 'X-API-Key': key },
        body: form,
      });
      expect(answer.status).toBe(200);
      expect((await answer.arrayBuffer()).byteLength).toBeGreaterThan(50);
    });

    test('for a body in chunks, without a length', async () => {
      await accepted((key) => ({ ...withParts(file())(key), chunked: true }));
    });

    test.each([...spellings.true, ...spellings.false])(`for ${option}=%s`, async (spelling) => {
      await accepted(withParts(file(), flag(spelling)));
    });
  });

  cases.block('413', ({ raw, large }) => {
    large('for a file one byte over 20.0 MB', async () => {
      await service.expectRefused(withParts(filePart(padded(service.image, maxImageBytes + 1))), refusals.tooLarge);
    });

    large('for a file of 24 MB, which its length alone shows', async () => {
      await service.expectRefused(withParts(filePart(Buffer.alloc(24_000_000))), refusals.tooLarge);
    });

    large('for a file over the limit that comes without a length', async () => {
      await service.expectRefused((key) => {
        return { ...withParts(filePart(padded(service.image, maxImageBytes + 1)))(key), chunked: true };
      }, refusals.tooLarge);
    });

    raw('before what the content is and how the request is formed', async () => {
      await service.expectRefused(withType('text/plain', Buffer.alloc(24_000_000)), refusals.tooLarge);
    });
  });

  cases.block('415', ({ test, raw, large }) => {
    test.each([
      ['text', Buffer.from('just some text, named photo.jpg')],
      ['nothing', Buffer.alloc(0)],
      ['one byte', Buffer.of(0xff)],
      ['random bytes', noise(4096)],
      ['a PDF', Buffer.from('%PDF-1.7\n1 0 obj\n')],
      ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')],
      ['a video', Buffer.from('\0\0\0\x18ftypmp42\0\0\0\0mp42isom', 'latin1')],
      ['a ZIP', Buffer.from('PK\x03\x04\x14\0\0\0', 'latin1')],
      ['an icon', Buffer.from('\0\0\x01\0\x01\0\x10\x10\0\0\x01\0\x20\0', 'latin1')],
      ['a JPEG 2000', Buffer.from('\0\0\0\x0cjP  \r\n\x87\n', 'latin1')],
      ['a WAV', Buffer.from('RIFF\x24\0\0\0WAVEfmt ', 'latin1')],
    ])('for a file of %s, whatever its name', async (_, content) => {
      await service.expectRefused(withParts(filePart(content)), refusals.unsupported);
    });

    raw('for a field "file" whose text is no image', async () => {
      await service.expectRefused(withParts({ name: 'file', content: 'photo.jpg' }), refusals.unsupported);
    });

    large('for 19 MB of text', async () => {
      await service.expectRefused(withParts(filePart(Buffer.alloc(19_000_000, 'text '))), refusals.unsupported);
    });
  });

  cases.block('422', ({ test, raw }) => {
    const malformed = invalid(['body'], 'value_error', /\w/);
    const oneImage = invalid(['body', 'file'], 'value_error', /one image/i);

    describeEncodedBodies(service, (key) => withParts(file())(key), raw);

    raw('without the part "file"', async () => {
      await service.expectRefused(withParts(flag('true')), refusals.missingFile);
      await service.expectRefused(
        withParts({ name: 'photo', content: service.image, fileName: 'a.jpg' }),
        refusals.missingFile,
      );
    });

    raw.each(['application/json', 'image/jpeg', 'application/x-www-form-urlencoded', 'multipart/mixed; boundary=x'])(
      'for the content type %s',
      async (type) => {
        await service.expectRefused(withType(type, Buffer.from(service.image)), refusals.missingFile);
      },
    );

    raw('without a content type', async () => {
      await service.expectRefused(withType(null, Buffer.from(service.image)), refusals.missingFile);
    });

    raw('for two files', async () => {
      await service.expectRefused(withParts(file(), file()), oneImage);
    });

    raw('for "file" beside "image", in either order', async () => {
      const image = { ...file(), name: 'image' };
      await service.expectRefused(withParts(file(), image), oneImage);
      await service.expectRefused(withParts(image, file()), oneImage);
    });

    raw.each([
      ['a boundary that is not that of the body', 'multipart/form-data; boundary=other'],
      ['no boundary', 'multipart/form-data'],
      ['an empty boundary', 'multipart/form-data; boundary='],
    ])('for multipart with %s', async (_, type) => {
      await service.expectRefused(withType(type, multipartBody([file()])), malformed);
    });

    raw.each([
      ['no closing boundary', (body: Buffer) => body.subarray(0, body.lastIndexOf('\r\n--'))],
      ['half a body', (body: Buffer) => body.subarray(0, body.length / 2)],
      [
        'a part without a name',
        (body: Buffer) => Buffer.from(body.toString('latin1').replace('; name="file"', ''), 'latin1'),
      ],
      [
        'a part without headers',
        (body: Buffer) => Buffer.from(body.toString('latin1').replace(/Content-Disposition.*\r\n/, ''), 'latin1'),
      ],
      ['nothing in it', () => Buffer.alloc(0)],
    ])('for multipart with %s', async (_, change) => {
      await service.expectRefused(withType(multipartType, change(multipartBody([file()]))), malformed);
    });

    test('for more than 64 parts', async () => {
      const unknown = Array.from({ length: 64 }, (_, at) => ({ name: `part${at}`, content: 'x' }));
      await service.expectRefused(withParts(...unknown, file()), malformed);
    });

    raw('for more than 64 KiB of fields beside the file', async () => {
      await service.expectRefused(withParts({ name: 'note', content: noise(65_537) }, file()), malformed);
    });

    raw('for the form of a request before its options', async () => {
      await service.expectRefused(withParts(flag('maybe')), refusals.missingFile);
      await service.expectRefused(withParts(file(), flag('maybe'), file()), oneImage);
    });

    test('for the options of a request before the format of its image', async () => {
      const expected = invalid(['body', option], 'bool_parsing', /\w/);
      await service.expectRefused(withParts(filePart('no image'), flag('maybe')), expected);
    });

    const broken = brokenImage('multipart');
    test.each(['jpeg', 'progressive', 'png', 'webp'] as const)('for a %s that was cut in half', async (format) => {
      const whole = await photo(format, 200, 150);
      await service.expectRefused(withParts(filePart(whole.subarray(0, whole.length / 2))), broken);
    });

    test('for a PNG whose data are not what they were', async () => {
      const picture = await encode(
        paint(64, 64, 3, (x, y) => [x, y, x ^ y]),
        'png',
      );
      const middle = Math.floor(picture.length / 2);
      picture.fill(0x5a, middle, middle + 40);
      await service.expectRefused(withParts(filePart(picture)), broken);
    });

    test('for a JPEG whose header states another size than its data have', async () => {
      await service.expectRefused(withParts(filePart(withSides(await photo('jpeg', 64, 64), 640, 640))), broken);
    });
  });

  cases.block('422, by an option', ({ test, raw }) => {
    test.each(['maybe', ' ', '2', 'truee', ' true', 'null', 'ye', 'tt'])(`for ${option}="%s"`, async (spelling) => {
      const expected = invalid(['body', option], 'bool_parsing', /\w/);
      await service.expectRefused(withParts(file(), flag(spelling)), expected);
    });

    raw(`for ${option} given twice`, async () => {
      const expected = invalid(['body', option], 'value_error', /once/);
      await service.expectRefused(withParts(file(), flag('true'), flag('true')), expected);
    });
  });
}
