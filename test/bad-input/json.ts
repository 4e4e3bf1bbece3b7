/** JSON bodies that are wrong before the image is read. */

import { padded } from '../../testing/photos.ts';
import { jsonCall } from '../../testing/requests.ts';
import { type ExpectedRefusal, invalid, refusals } from '../contract.ts';
import { type Case, cutoutBase64Path, matteBase64Path, maxImageBytes } from './case.ts';

const imageAt = ['body', 'image_base64'];
const megabyte = 1024 * 1024;

const notText = invalid(imageAt, 'string_type', /\w/);
const notBase64 = invalid(imageAt, 'value_error', /Base64/);
const empty = invalid(imageAt, 'value_error', /\w/);
const refusedFormat = invalid(imageAt, 'value_error', /format/i);
const twice = (member: string) => invalid(['body', member], 'value_error', /once/);

/** A text that begins like an object and whose rest is up to the case. */
const begun = (rest: string) => `{"image_base64":"abcd"${rest}`;

export const jsonBodies: readonly Case[] = [
  body('an empty body', refusals.invalidJson, () => ''),
  body('white space', refusals.invalidJson, () => ' \n\t '),
  body('null', refusals.invalidJson, () => 'null'),
  body('a number', refusals.invalidJson, () => '42'),
  body('an array', refusals.invalidJson, () => '[{"image_base64":"abcd"}]'),
  body('a string', refusals.invalidJson, () => '"abcd"'),
  body('Base64 without any JSON', refusals.invalidJson, (image) => image.toString('base64')),
  body('two byte order marks', refusals.invalidJson, () => `\ufeff\ufeff${begun('}')}`),
  body('nothing but a byte order mark', refusals.invalidJson, () => '\ufeff'),
  body('UTF-16', refusals.notUtf8, () => Buffer.from(begun('}'), 'utf16le')),
  body('UTF-16 with a byte order mark', refusals.notUtf8, () => Buffer.from(`\ufeff${begun('}')}`, 'utf16le').swap16()),
  body('text behind the object', refusals.invalidJson, () => begun('} trailing')),
  body('a second object', refusals.invalidJson, () => begun('}\n{}')),
  body('a zero byte behind the object', refusals.invalidJson, () => begun('}\0')),
  body('a comma too many', refusals.invalidJson, () => begun(',}')),
  body('an object that never ends', refusals.invalidJson, () => begun('')),
  body('a string that never ends', refusals.invalidJson, () => begun(',"a":"b')),
  body('a text of 1 MB that never ends', refusals.invalidJson, () => `{"image_base64":"${'A'.repeat(megabyte)}`),
  body('nesting of 17', refusals.invalidJson, () => begun(`,"a":${'['.repeat(16)}${']'.repeat(16)}}`)),
  body('nesting of ten million', refusals.invalidJson, () => `{"a":${'['.repeat(10_000_000)}`),
  body('nesting of two million objects', refusals.invalidJson, () => '{"a":'.repeat(2_000_000)),
  body('no image', refusals.missingImage, () => '{}'),
  body('no image in 64 members', refusals.missingImage, () => `{${members(64)}}`),
  body('65 members', refusals.tooManyMembers, (image) => `{${text(image)},${members(64)}}`),
  body('65 members and array elements', refusals.tooManyMembers, (image) => {
    return `{${text(image)},"a":[{"b":[${'1,'.repeat(60)}1]}]}`;
  }),
  body('an image that is null', notText, () => '{"image_base64":null}'),
  body('an image that is a number', notText, () => '{"image_base64":1e400}'),
  body('an image that is an array', notText, () => '{"image_base64":["abcd"]}'),
  body('an image that is an object', notText, () => '{"image":{"image_base64":"abcd"}}'),
  body('an image that is an empty text', empty, () => '{"image_base64":""}'),
  body('an image that is white space', empty, () => '{"image_base64":"  \\n"}'),
  body('an image that is nothing but padding', empty, () => '{"image_base64":"===="}'),
  body('the member "image_base64" twice', twice('image_base64'), (image) => `{${text(image)},${text(image)}}`),
  body(
    'the member "image_base64" twice, once as null',
    twice('image_base64'),
    (image) => `{"image_base64":null,${text(image)}}`,
  ),
  body(
    'the member "image_base64" twice, once by escapes',
    twice('image_base64'),
    (image) => `{${text(image)},"image_\\u0062ase64":""}`,
  ),
  body(
    'the member "image_base64" beside "image"',
    invalid(imageAt, 'value_error', /not both/),
    (image) => `{${text(image)},"image":""}`,
  ),
  body(
    'an option twice',
    twice('include_image_type'),
    (image) => `{${text(image)},"include_image_type":true,"include_image_type":true}`,
  ),
  body('an option that is a number', flag('bool_type'), (image) => `{${text(image)},"include_image_type":2}`),
  body(
    'an option that is a long text',
    flag('bool_parsing'),
    (image) => `{${text(image)},"include_image_type":"${'x'.repeat(3000)}"}`,
  ),
  body('an option that is a text of 1 MB', flag('bool_parsing'), (image) => {
    return `{${text(image)},"include_image_type":"${'x'.repeat(megabyte)}"}`;
  }),
  body('an option that is an array of 1 MB', flag('bool_type'), (image) => {
    return `{${text(image)},"include_image_type":["${'x'.repeat(megabyte)}"]}`;
  }),
  body('6 million members', refusals.tooManyMembers, () => `{${'"":1,'.repeat(6_000_000)}"a":1}`),
  body('16 million array elements', refusals.tooManyMembers, () => `{"a":[${'1,'.repeat(16_000_000)}1]}`),
  body('2.5 million members with escapes', refusals.tooManyMembers, () => {
    return `{${'"\\u0061":1,'.repeat(2_500_000)}"a":1}`;
  }),
  body('30 MB of white space', refusals.missingImage, () => `{${' '.repeat(30 * megabyte)}}`),
  body('30 MB of escapes in a member that nobody asked for', refusals.missingImage, () => {
    return `{"a":"${'\\u0041'.repeat(5_000_000)}"}`;
  }),
  body('30 MB of escapes in a name', refusals.missingImage, () => `{"${'\\"'.repeat(15_000_000)}":1}`),
  body('a number of 30 MB', refusals.invalidJson, () => `{"a":${'1'.repeat(30 * megabyte)}}`),
  body('an image in 5 million escapes', refusedFormat, () => `{"image_base64":"${'\\u0041'.repeat(5_000_000)}"}`),
  body(
    'a data: prefix',
    invalid(imageAt, 'value_error', /remove.*data:/i),
    (image) => `{"image_base64":"data:image/jpeg;base64,${image.toString('base64')}"}`,
  ),
  body(
    'a data: prefix with an escaped slash',
    invalid(imageAt, 'value_error', /remove.*data:/i),
    () => '{"image_base64":"data:image\\/png;base64,AAAA"}',
  ),
  body('a data: prefix in capitals', invalid(imageAt, 'value_error', /remove.*data:/i), (image) => {
    return `{"image_base64":" DATA:image/jpeg;base64,${image.toString('base64')}"}`;
  }),
  body('bytes as Python shows them', wrongText(/as Python shows bytes/), (image) => {
    return `{"image_base64":"b'${image.toString('base64')}'"}`;
  }),
  body('quotation marks inside the text', wrongText(/quotation marks/), (image) => {
    return `{"image_base64":"\\"${image.toString('base64')}\\""}`;
  }),
  body('the URL alphabet', wrongText(/that for URLs/), () => '{"image_base64":"ab-_"}'),
  body('a sign of no alphabet', notBase64, () => '{"image_base64":"ab$d"}'),
  body('a letter beyond ASCII', notBase64, () => '{"image_base64":"abcé"}'),
  body('an escaped letter beyond ASCII', notBase64, () => '{"image_base64":"abc\\u00e9"}'),
  body('an escaped zero', notBase64, () => '{"image_base64":"abc\\u0000"}'),
  body('half a surrogate pair', notBase64, () => '{"image_base64":"abc\\ud83d"}'),
  body('bytes that are no UTF-8', notBase64, () => Buffer.from('{"image_base64":"abc\xff"}', 'latin1')),
  body('percent escapes', wrongText(/percent escapes/), () => '{"image_base64":"abc%3D"}'),
  body('escaped plus signs', wrongText(/percent escapes/), () => '{"image_base64":"ab%2Bd"}'),
  body('one digit of Base64', notBase64, () => '{"image_base64":"abcde"}'),
  body('padding in the middle', notBase64, () => '{"image_base64":"ab==abcd"}'),
  body('padding that does not fit', notBase64, () => '{"image_base64":"abc=="}'),
  body('a raw line break inside the text', refusals.rawLineBreak, () => '{"image_base64":"ab\ncd"}'),
  body('a raw line break of Windows inside the text', refusals.rawLineBreak, () => '{"image_base64":"ab\r\ncd"}'),
  body('an escape that JSON does not know', refusals.invalidJson, () => '{"image_base64":"ab\\/c\\d"}'),
  body('an image of 21 MB', refusals.base64TooLarge, (image) => `{${text(padded(image, 21 * megabyte))}}`),
  body(
    'an image one byte over 20.0 MB',
    refusals.base64TooLarge,
    (image) => `{${text(padded(image, maxImageBytes + 1))}}`,
  ),
  body(
    'over 32 MiB of JSON',
    refusals.base64TooLarge,
    (image) => `{${text(image)},"a":"${'x'.repeat(32 * megabyte)}"}`,
  ),
  chunked(
    body(
      'over 32 MiB of JSON without a length',
      refusals.base64TooLarge,
      (image) => `{${text(image)}}${' '.repeat(32 * megabyte)}`,
    ),
  ),
  chunked(
    body(
      'an image of 21 MB without a length',
      refusals.base64TooLarge,
      (image) => `{${text(padded(image, 21 * megabyte))}}`,
    ),
  ),
  chunked(body('half an object without a length', refusals.invalidJson, () => begun(''))),
  body(
    'text of another format',
    refusedFormat,
    () => `{"image_base64":"${Buffer.from('plain text').toString('base64')}"}`,
  ),
];

function body(name: string, expected: ExpectedRefusal, make: (image: Buffer) => string | Buffer): Case {
  const path = expected.status === 400 ? cutoutBase64Path : matteBase64Path;
  return { name, expected, call: (key, image) => jsonCall(path, key, make(image)) };
}

function chunked({ call, ...others }: Case): Case {
  return { ...others, call: async (key, image) => ({ ...(await call(key, image)), chunked: true }) };
}

function text(image: Buffer): string {
  return `"image_base64":"${image.toString('base64')}"`;
}

function members(count: number): string {
  return Array.from({ length: count }, (_, at) => `"member${at}":${at}`).join();
}

/** A text that is no Base64, for a reason that is named. */
function wrongText(reason: RegExp): ExpectedRefusal {
  return invalid(imageAt, 'value_error', reason);
}

function flag(type: string): ExpectedRefusal {
  return invalid(['body', 'include_image_type'], type, /\w/);
}
