/** Uploads that are wrong before the image is read. */

import { noise, padded } from '../../testing/photos.ts';
import { type Call, filePart, multipartBody, multipartCall, multipartType, type Part } from '../../testing/requests.ts';
import { type ExpectedRefusal, invalid, refusals } from '../contract.ts';
import { type Case, cutoutPath, mattePath, maxImageBytes } from './case.ts';

const boundary = multipartType.slice(multipartType.indexOf('boundary=') + 'boundary='.length);
const malformed = invalid(['body'], 'value_error', /\w/);
const oneImage = invalid(['body', 'file'], 'value_error', /one image/i);
const flag = (content: string): Part => ({ name: 'include_image_type', content });

export const forms: readonly Case[] = [
  raw('an empty body with a multipart type', malformed, multipartType, () => Buffer.alloc(0)),
  raw('an empty body with no type', refusals.missingFile, null, () => Buffer.alloc(0)),
  raw('an image as the whole body', refusals.missingFile, 'image/jpeg', (image) => image),
  raw('a form in URL encoding', refusals.missingFile, 'application/x-www-form-urlencoded', () => Buffer.from('file=a')),
  raw('JSON sent to a binary operation', refusals.missingFile, 'application/json', () => Buffer.from('{"image":"a"}')),
  raw('multipart without a boundary', malformed, 'multipart/form-data', form),
  raw('a wrong boundary', malformed, 'multipart/form-data; boundary=wrong', form),
  raw('a boundary in other case', malformed, multipartType.replace(boundary, boundary.toUpperCase()), form),
  raw('a boundary of 71 characters', malformed, `multipart/form-data; boundary=${'b'.repeat(71)}`, form),
  raw('a missing closing boundary', malformed, multipartType, (image) => {
    const body = form(image);
    return body.subarray(0, body.lastIndexOf(`\r\n--${boundary}--`));
  }),
  raw('a body that ends inside the headers of a part', malformed, multipartType, (image) =>
    form(image).subarray(0, 60),
  ),
  raw('a body that ends inside the file', malformed, multipartType, (image) => form(image).subarray(0, 300)),
  raw('nothing but the closing boundary', refusals.missingFile, multipartType, () =>
    Buffer.from(`--${boundary}--\r\n`),
  ),
  raw('line breaks of one byte', malformed, multipartType, () => {
    return Buffer.from(`--${boundary}\nContent-Disposition: form-data; name="file"\n\nx\n--${boundary}--\n`);
  }),
  raw('a part that is an attachment and no form-data', malformed, multipartType, (image) => {
    return Buffer.from(form(image).toString('latin1').replace('form-data', 'attachment'), 'latin1');
  }),
  raw('a part header of 20 KB', malformed, multipartType, (image) => {
    return Buffer.from(
      form(image)
        .toString('latin1')
        .replace('\r\nContent-Type', `\r\nX-Long: ${'x'.repeat(20_000)}\r\nContent-Type`),
      'latin1',
    );
  }),
  raw('20 MB in which every line almost is the boundary', refusals.unsupported, multipartType, () => {
    const almost = `\r\n--${boundary.slice(0, -1)}`;
    return multipartBody([filePart(Buffer.alloc(maxImageBytes, almost))]);
  }),
  raw('20 MB of preamble and nothing else', malformed, multipartType, () => Buffer.alloc(maxImageBytes, '\r\n-')),
  parts('no parts that matter', refusals.missingFile, () => [flag('true'), { name: 'photo', content: 'x' }]),
  parts('two files', oneImage, (image) => [filePart(image), filePart(image)]),
  parts('the part "file" beside "image"', oneImage, (image) => [
    filePart(image),
    { ...filePart(image), name: 'image' },
  ]),
  parts('a file without content', refusals.unsupported, () => [filePart(Buffer.alloc(0))]),
  parts('a file name in place of a file', refusals.unsupported, () => [{ name: 'file', content: '@photo.jpg' }]),
  parts('65 parts', malformed, (image) => [...unknownParts(64), filePart(image)]),
  parts('10,000 parts', malformed, (image) => [...unknownParts(10_000), filePart(image)]),
  parts('70 KiB of fields', malformed, (image) => [{ name: 'note', content: noise(70 * 1024) }, filePart(image)]),
  parts('70 KiB in an option', malformed, (image) => [filePart(image), flag('x'.repeat(70 * 1024))]),
  parts('an option that spells no boolean', wrongFlag(), (image) => [filePart(image), flag('perhaps')]),
  parts('an option that is not UTF-8', wrongFlag(), (image) => [
    filePart(image),
    { ...flag(''), content: Buffer.of(0xff) },
  ]),
  parts('an option twice', invalid(['body', 'include_image_type'], 'value_error', /once/), (image) => [
    filePart(image),
    flag('1'),
    flag('0'),
  ]),
  parts('a file of 21 MB', refusals.tooLarge, (image) => [filePart(padded(image, 21 * 1024 * 1024))]),
  parts('a file one byte over 20.0 MB', refusals.tooLarge, (image) => [filePart(padded(image, maxImageBytes + 1))]),
  chunked(
    parts('a file of 21 MB without a length', refusals.tooLarge, (image) => [
      filePart(padded(image, 21 * 1024 * 1024)),
    ]),
  ),
  chunked(parts('a file of text without a length', refusals.unsupported, () => [filePart('text')])),
  chunked(raw('an endless line without a length', malformed, multipartType, () => Buffer.alloc(1_000_000, 'x'))),
];

function form(image: Buffer): Buffer {
  return multipartBody([filePart(image)]);
}

function raw(name: string, expected: ExpectedRefusal, type: string | null, body: (image: Buffer) => Buffer): Case {
  const contentType: Record<string, string> = type === null ? {} : { 'Content-Type': type };
  const call = (key: string, image: Buffer): Call => {
    return { method: 'POST', path: cutoutPath, headers: { 'X-API-Key': key, ...contentType }, body: body(image) };
  };
  return { name, expected, call };
}

function parts(name: string, expected: ExpectedRefusal, make: (image: Buffer) => readonly Part[]): Case {
  return { name, expected, call: (key, image) => multipartCall(mattePath, key, make(image)) };
}

function chunked({ call, ...others }: Case): Case {
  return { ...others, call: async (key, image) => ({ ...(await call(key, image)), chunked: true }) };
}

function unknownParts(count: number): Part[] {
  return Array.from({ length: count }, (_, at) => ({ name: `part${at}`, content: 'x' }));
}

function wrongFlag(): ExpectedRefusal {
  return invalid(['body', 'include_image_type'], 'bool_parsing', /\w/);
}
