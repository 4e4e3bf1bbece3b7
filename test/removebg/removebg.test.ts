/** The remove.bg compatibility API, as its published clients and the samples of its documentation call it. */
import { readFileSync } from 'node:fs';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { type OperationName, operationNamed } from '../../src/contract/operations.ts';
import type { ErrorCode } from '../../src/contract/removebg/codes.ts';
import { inProject } from '../../src/local/root.ts';
import { type Answer, jsonOf } from '../../testing/http-message.ts';
import { padded, plainPhoto } from '../../testing/photos.ts';
import { blankPng } from '../../testing/png.ts';
import { type Call, filePart, multipartCall, type Part, sendWithFetch } from '../../testing/requests.ts';
import { newKey as newUnknownKey } from '../keys.ts';
import { declareOwnService, declareService } from '../service.ts';

const service = declareService();
const path = '/v1.0/removebg';
const mib = 1024 * 1024;

interface Sent {
  readonly fields?: Readonly<Record<string, string>>;
  readonly image?: Buffer;
  readonly headers?: Readonly<Record<string, string>>;
}

const send = (call: Call): Promise<Answer> => sendWithFetch(service.stack.base, call);
/** A photo with a bright box before black: to tiny networks, what is bright is the subject, and a car. */
async function boxed(width: number, height: number): Promise<Buffer> {
  const box = await sharp({ create: { width: width / 2, height: height / 2, channels: 3, background: 'white' } })
    .png()
    .toBuffer();
  return sharp({ create: { width, height, channels: 3, background: 'black' } })
    .composite([{ input: box, left: width / 4, top: height / 4 }])
    .png()
    .toBuffer();
}

const imagePart = (content: Buffer): Part => ({ name: 'image_file', content, fileName: 'a.png', type: 'image/png' });

/** A form as curl and the client for Ruby send it. */
async function upload(key: string, { fields = {}, image, headers = {} }: Sent = {}): Promise<Answer> {
  const parts = Object.entries(fields).map(([name, content]): Part => ({ name, content }));
  const call = multipartCall(path, key, [...parts, imagePart(image ?? (await boxed(160, 120)))]);
  return send({ ...call, headers: { ...call.headers, ...headers } });
}

async function newKey(credits = 5, terms: object = {}) {
  return service.createKey({ credits, ...terms });
}

const codeOf = (answer: Answer) => (jsonOf(answer) as { errors: { title: string; code: string }[] }).errors[0];
const sizeOf = async (answer: Answer) => {
  const { width, height, format } = await sharp(answer.body).metadata();
  return [width, height, format];
};

describe('what comes back', () => {
  test('a form: a small PNG, its size and price, and where the subject is', async () => {
    const { key } = await newKey();
    const answer = await upload(key, { image: await boxed(1600, 1200), fields: { size: 'preview' } });
    expect(answer.status).toBe(200);
    expect(await sizeOf(answer)).toEqual([577, 433, 'png']);
    const headers = Object.fromEntries(answer.headers);
    expect(headers).toMatchObject({
      'x-width': '577',
      'x-height': '433',
      'x-credits-charged': '1',
      'content-type': 'image/png',
      'x-ratelimit-limit': expect.stringMatching(/^\d+$/),
      'x-ratelimit-remaining': expect.stringMatching(/^\d+$/),
      'x-ratelimit-reset': expect.stringMatching(/^\d+$/),
    });
    expect(['other', 'graphic']).toContain(headers['x-type']);
    expect(Math.abs(Number(headers['x-foreground-left']) - 400)).toBeLessThanOrEqual(8);
    expect(Math.abs(Number(headers['x-foreground-width']) - 800)).toBeLessThanOrEqual(16);
    expect(Math.abs(Number(headers['x-foreground-top']) - 300)).toBeLessThanOrEqual(8);
    expect(Math.abs(Number(headers['x-foreground-height']) - 600)).toBeLessThanOrEqual(16);
  });

  test.each([
    [{ size: 'auto' }, 1600, 1200],
    [{ size: 'medium' }, 1414, 1061],
    [{ size: 'hd' }, 1600, 1200],
    [{ size: 'full', crop_margin: '10%' }, 1600, 1200],
  ])('%j of 1600 x 1200 is %i x %i', async (fields, width, height) => {
    const { key } = await newKey();
    const answer = await upload(key, { image: await boxed(1600, 1200), fields });
    expect(await sizeOf(answer)).toEqual([width, height, 'png']);
  });

  test.each([
    [{ format: 'png' }, 'image/png', 'png'],
    [{ format: 'jpg' }, 'image/jpeg', 'jpeg'],
    [{ bg_color: '81d4fa' }, 'image/jpeg', 'jpeg'],
    [{ bg_color: '#81d4fa77' }, 'image/png', 'png'],
    [{ format: 'webp' }, 'image/webp', 'webp'],
    [{ channels: 'alpha' }, 'image/png', 'png'],
  ])('%j is %s', async (fields, type, format) => {
    const { key } = await newKey();
    const answer = await upload(key, { fields });
    expect([answer.status, answer.headers.get('Content-Type')]).toEqual([200, type]);
    expect((await sharp(answer.body).metadata()).format).toBe(format);
    if ('channels' in fields) expect((await sharp(answer.body).metadata()).channels).toBe(1);
  });

  test('the background has the colour that was asked for', async () => {
    const { key } = await newKey();
    const { body } = await upload(key, { fields: { bg_color: '#81d4fa', format: 'png' } });
    const { data } = await sharp(body).removeAlpha().raw().toBuffer({ resolveWithObject: true });
    expect([...data.subarray(0, 3)]).toEqual([0x81, 0xd4, 0xfa]);
  });

  test.each<[Readonly<Record<string, string>>, OperationName, Readonly<Record<string, string>>]>([
    [{}, 'image-without-background', {}],
    [{ type: 'person', add_shadow: 'false' }, 'image-without-background', {}],
    [{ channels: 'alpha' }, 'alpha-channel', {}],
    [{ type: 'car' }, 'car-image-without-background', { shadow_type: 'none' }],
    [{ type: 'car', add_shadow: 'true' }, 'car-image-without-background', {}],
    [
      { shadow_type: 'drop', shadow_opacity: '30' },
      'image-without-background',
      { shadow: 'drop', shadow_opacity: '30' },
    ],
    [{ add_shadow: 'true' }, 'image-without-background', { shadow: 'drop' }],
    [
      { type: 'car', shadow_type: 'auto', semitransparency: 'false' },
      'car-image-without-background',
      { reconstruct_windows: 'false' },
    ],
    [
      { crop: 'true', crop_margin: '5%', scale: '80%', position: '25% 75%' },
      'image-without-background',
      { crop: 'subject', crop_margin: '5%', scale: '80%', position: '25% 75%' },
    ],
  ])('%j in all sizes is %s with %j', async (fields, name, options) => {
    const { key } = await newKey();
    const image = await boxed(160, 120);
    const given = Object.entries(options).map(([option, content]): Part => ({ name: option, content }));
    const [own, compatible] = await Promise.all([
      send(multipartCall(operationNamed(name).path, key, [...given, filePart(image)])),
      upload(key, { image, fields: { size: 'auto', ...fields } }),
    ]);
    expect([own.status, compatible.status]).toEqual([200, 200]);
    const pixels = ({ body }: Answer) => sharp(body).raw().toBuffer({ resolveWithObject: true });
    const [expected, found] = await Promise.all([pixels(own), pixels(compatible)]);
    expect(found.info).toEqual(expected.info);
    expect(found.data.equals(expected.data)).toBe(true);
  });

  test('format=zip is an archive', async () => {
    const { key } = await newKey();
    const answer = await upload(key, { fields: { format: 'zip' } });
    expect([answer.headers.get('Content-Type'), answer.body.subarray(0, 2).toString()]).toEqual([
      'application/zip',
      'PK',
    ]);
  });

  test('crop and margin cut around the subject', async () => {
    const { key } = await newKey();
    const [plain, wide] = await Promise.all([
      upload(key, { fields: { crop: 'true' } }),
      upload(key, { fields: { crop: 'true', crop_margin: '10px' } }),
    ]);
    const [width, height] = await sizeOf(plain);
    expect(Math.abs(Number(width) - 80)).toBeLessThanOrEqual(8);
    expect(await sizeOf(wide)).toEqual([Number(width) + 20, Number(height) + 20, 'png']);
  });

  test('type=car with and without what belongs to cars', async () => {
    const { key } = await newKey();
    const [car, shadowed] = await Promise.all([
      upload(key, { fields: { type: 'car' } }),
      upload(key, { fields: { type: 'car', add_shadow: 'true', semitransparency: 'false' } }),
    ]);
    expect([car.status, car.headers.get('X-Type'), shadowed.status]).toEqual([200, 'car', 200]);
  });

  test.each(['application/json', 'application/x-www-form-urlencoded', 'multipart/form-data'])(
    'Base64 in %s, and JSON for whom asks for it',
    async (type) => {
      const { key } = await newKey();
      const fields = { image_file_b64: (await boxed(160, 120)).toString('base64'), size: 'auto', bg_color: '' };
      const body = {
        'application/json': () => JSON.stringify(fields),
        'application/x-www-form-urlencoded': () => new URLSearchParams(fields).toString(),
        'multipart/form-data': () =>
          multipartCall(
            path,
            key,
            Object.entries(fields).map(([name, content]) => ({ name, content })),
          ).body,
      }[type];
      const given = multipartCall(path, key, []).headers['Content-Type'];
      const headers = {
        'X-Api-Key': key,
        Accept: 'application/json',
        'Content-Type': type.startsWith('multipart') ? given : type,
      };
      const answer = await send({ method: 'POST', path, headers, body: Buffer.from(body?.() ?? '') });
      const { data } = jsonOf(answer) as { data: Record<string, unknown> };
      expect(Object.keys(data)).toEqual([
        'result_b64',
        'foreground_top',
        'foreground_left',
        'foreground_width',
        'foreground_height',
      ]);
      const { width, height } = await sharp(Buffer.from(String(data.result_b64), 'base64')).metadata();
      expect([width, height, answer.headers.get('X-Width')]).toEqual([160, 120, '160']);
    },
  );

  test.each(['multipart/form-data', 'application/x-www-form-urlencoded'])(
    'the 64 KiB of the fields in %s do not count the Base64',
    async (type) => {
      const { key } = await newKey();
      const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const;
      const image = await sharp({ create: { width: 256, height: 256, channels: 3, background: 'white', noise } })
        .png()
        .toBuffer();
      expect(image.length).toBeGreaterThan(100_000);
      const content = image.toString('base64');
      const form = multipartCall(path, key, [{ name: 'image_file_b64', content }]);
      const call = type.startsWith('multipart')
        ? form
        : {
            ...form,
            headers: { 'X-Api-Key': key, 'Content-Type': type },
            body: Buffer.from(new URLSearchParams({ image_file_b64: content }).toString()),
          };
      expect((await send(call)).status).toBe(200);
    },
  );
});

describe('money', () => {
  test('a call costs one credit whatever its size, and the account shows what is left', async () => {
    const { key } = await newKey(3);
    for (const size of ['preview', 'auto']) expect((await upload(key, { fields: { size } })).status).toBe(200);
    const account = await send({ method: 'GET', path: '/v1.0/account', headers: { 'X-Api-Key': key } });
    expect(jsonOf(account)).toEqual({
      data: {
        attributes: {
          credits: { total: 1, subscription: 0, payg: 1, enterprise: 0 },
          api: { free_calls: 0, sizes: 'all' },
        },
      },
    });
  });

  test('a repeat with an Idempotency-Key costs nothing, as its header states', async () => {
    const { key } = await newKey(1);
    const image = await boxed(160, 120);
    const headers = { 'Idempotency-Key': 'a call' };
    const [first, again] = [await upload(key, { image, headers }), await upload(key, { image, headers })];
    expect([first, again].map((answer) => answer.headers.get('X-Credits-Charged'))).toEqual(['1', '0']);
    const other = await upload(key, { image, headers, fields: { format: 'jpg' } });
    expect([other.status, codeOf(other).code]).toEqual([400, 'invalid_parameters']);
  });

  test('a fourth repeat is one too many', async () => {
    const { key } = await newKey(1);
    const image = await boxed(160, 120);
    const repeat = () => upload(key, { image, headers: { 'Idempotency-Key': 'often' } });
    for (let calls = 1; calls <= 4; calls++) expect((await repeat()).status).toBe(200);
    const answer = await repeat();
    expect([answer.status, codeOf(answer).code]).toEqual([409, 'idempotency_exhausted']);
  });

  test('the account needs a key and a place in its minute, and nothing else', async () => {
    const ask = (key: string) => send({ method: 'GET', path: '/v1.0/account', headers: { 'X-Api-Key': key } });
    for (const created of [await newKey(0), await newKey(5, { expires: '2020-01-31' })]) {
      const answer = await ask(created.key);
      expect(answer.status).toBe(200);
      expect(jsonOf(answer)).toMatchObject({ data: { attributes: { credits: { total: 0, payg: 0 } } } });
    }
    const wrong = await ask(newUnknownKey('test'));
    expect([wrong.status, codeOf(wrong).code]).toEqual([403, 'auth_failed']);
    const { key } = await newKey(5, { rate: 1 });
    expect((await ask(key)).status).toBe(200);
    const tooMany = await ask(key);
    expect([tooMany.status, codeOf(tooMany).code]).toEqual([429, 'rate_limit_exceeded']);
    expect(Number(tooMany.headers.get('Retry-After'))).toBeGreaterThan(0);
  });

  test('nothing to keep is unknown_foreground and costs nothing', async () => {
    const created = await newKey();
    const black = await sharp({ create: { width: 64, height: 48, channels: 3, background: 'black' } })
      .png()
      .toBuffer();
    for (const type of ['auto', 'car']) {
      const answer = await upload(created.key, { image: black, fields: { type } });
      expect([answer.status, codeOf(answer).code]).toEqual([400, 'unknown_foreground']);
    }
    await service.expectNoCreditMoved(created);
  });
});

/** 400 megapixels of one bit. */
const tooLarge = { widthPx: 20_000, heightPx: 20_000, bitDepth: 1, colourType: 0 };

describe('what is refused', () => {
  test.each<[string, Sent, ErrorCode, string]>([
    [
      'an address beside a file',
      { fields: { image_url: 'https://example.com/a.jpg' } },
      'multiple_sources',
      'Send one',
    ],
    [
      'a background that is nowhere',
      { fields: { bg_image_url: 'http://127.0.0.1/a.jpg' } },
      'invalid_bg_image_url',
      'not fetched',
    ],
    [
      'two backgrounds',
      { fields: { bg_image_url: 'https://example.com/a.jpg', bg_color: 'fff' } },
      'multiple_bg_sources',
      'Send one',
    ],
    ['a part of the image that is no box', { fields: { roi: '10% 10% 90%' } }, 'invalid_roi', 'Expected'],
    ['too little of the image', { fields: { roi: '0 0 15 15' } }, 'roi_region_empty', 'at least 16x16 are needed'],
    ['more than the image', { fields: { roi: '0 0 161 120' } }, 'roi_exceeds_bounds', 'beyond the image'],
    ['a value that is none', { fields: { size: 'huge' } }, 'invalid_parameters', 'Expected'],
    ['a colour that is none', { fields: { bg_color: 'nocolour' } }, 'invalid_bg_color', 'Expected'],
    [
      'a raw',
      { image: readFileSync(inProject('test/fixtures/reports/raw-dng-like.dng')) },
      'invalid_file_type',
      'Unsupported Media Type',
    ],
    ['what is no picture', { image: Buffer.from('no picture') }, 'invalid_file_type', 'Unsupported Media Type'],
    [
      'a header that breaks off',
      { image: Buffer.from('\x89PNG\r\n\x1a\n', 'latin1') },
      'invalid_dimensions',
      'does not start',
    ],
    ['too many pixels', { image: blankPng(tooLarge) }, 'resolution_too_high', 'the limit is'],
  ])('%s: 400 with a code and a sentence, and no credit', async (_what, sent, code, sentence) => {
    const created = await newKey();
    const answer = await upload(created.key, sent);
    expect([answer.status, codeOf(answer).code]).toEqual([400, code]);
    expect(codeOf(answer).title).toContain(sentence);
    await service.expectNoCreditMoved(created);
  });

  test('a background that is no picture, no image, and two', async () => {
    const { key } = await newKey();
    const image = imagePart(await boxed(16, 16));
    const background: Part = {
      name: 'bg_image_file',
      content: Buffer.alloc(100_000),
      fileName: 'b.png',
      type: 'image/png',
    };
    const text: Part = { name: 'image_file_b64', content: 'AAAA' };
    for (const [parts, code, sentence] of [
      [[image, background], 'invalid_file_type', 'Unsupported background format'],
      [[], 'missing_source', 'No image was given'],
      [[{ name: 'image_url', content: 'http://127.0.0.1/a.jpg' }], 'invalid_image_url', 'This address is not fetched'],
      [[image, text], 'multiple_sources', 'Send one image'],
      [[text, image], 'multiple_sources', 'Send one image'],
    ] as const) {
      const answer = await send(multipartCall(path, key, parts));
      expect([answer.status, codeOf(answer)]).toEqual([400, { code, title: expect.stringContaining(sentence) }]);
    }
  });

  test('an address alone, as the client for Ruby sends it', async () => {
    const { key } = await newKey();
    const headers = { 'X-Api-Key': key, 'Content-Type': 'application/x-www-form-urlencoded' };
    const body = Buffer.from('image_url=http%3A%2F%2F127.0.0.1%2Fa.jpg&size=auto');
    const answer = await send({ method: 'POST', path, headers, body });
    expect([answer.status, codeOf(answer).title]).toEqual([
      400,
      expect.stringContaining('This address is not fetched'),
    ]);
    expect(answer.headers.get('X-Error-Code')).toBe('IMAGE_URL_NOT_ALLOWED');
  });

  test.each([
    ['JSON', 'application/json', '{"size":"auto"}'],
    ['another type of body', 'text/plain', 'photo'],
  ])('%s without an image: 400 with its code', async (_what, type, body) => {
    const { key } = await newKey();
    const headers = { 'X-Api-Key': key, 'Content-Type': type };
    const answer = await send({ method: 'POST', path, headers, body: Buffer.from(body) });
    expect([answer.status, codeOf(answer).code]).toEqual([400, 'missing_source']);
  });

  test.each<[string, Readonly<Record<string, string>>, string]>([
    ['a form without its boundary', { 'Content-Type': 'multipart/form-data' }, 'photo'],
    ['broken JSON', { 'Content-Type': 'application/json' }, '{"image_file_b64"'],
    ['Base64 that is none', { 'Content-Type': 'application/json' }, '{"image_file_b64":"@@@@"}'],
    ['a body on which something was done', { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' }, '{}'],
    ['a name that is none', { 'Content-Type': 'application/json', 'Idempotency-Key': 'é' }, '{}'],
  ])('%s: 400 with a sentence', async (_what, headers, body) => {
    const created = await newKey();
    const call = { method: 'POST', path, headers: { 'X-Api-Key': created.key, ...headers }, body: Buffer.from(body) };
    const answer = await send(call);
    expect([answer.status, codeOf(answer).code]).toEqual([400, 'invalid_parameters']);
    expect(codeOf(answer).title).toMatch(/\w \w/);
    await service.expectNoCreditMoved(created);
  });

  test.each([
    ['GET', path, 'POST'],
    ['POST', '/v1.0/account', 'GET, HEAD'],
  ])('%s %s is answered with the allowed methods', async (method, where, allow) => {
    const answer = await send({ method, path: where, headers: {} });
    expect([answer.status, codeOf(answer).code, answer.headers.get('Allow')]).toEqual([
      405,
      'method_not_allowed',
      allow,
    ]);
  });

  test('a file may be larger than elsewhere, up to its own limit', async () => {
    const { key } = await newKey();
    const [large, tooLarge] = [21 * mib, 22 * mib + 1].map(async (bytes) => padded(await boxed(160, 120), bytes));
    expect((await upload(key, { image: await large })).status).toBe(200);
    const elsewhere = await send(multipartCall('/v1.0/alpha-channel', key, [filePart(await large)]));
    expect([elsewhere.status, elsewhere.headers.get('X-Error-Code')]).toEqual([413, 'FILE_TOO_LARGE']);
    expect(jsonOf(elsewhere)).toEqual({ detail: 'File size too large. Maximum file size is 20.0 MB' });
    const answer = await upload(key, { image: await tooLarge });
    expect([answer.status, codeOf(answer)]).toEqual([
      400,
      { code: 'file_too_large', title: 'File size too large. Maximum file size is 22.0 MB' },
    ]);
  });

  test.each(['application/json', 'application/x-www-form-urlencoded'])('so may Base64 in %s', async (type) => {
    const { key } = await newKey();
    const statusOf = async (bytes: number) => {
      const fields = { image_file_b64: padded(await boxed(160, 120), bytes).toString('base64') };
      const body = type.endsWith('json') ? JSON.stringify(fields) : new URLSearchParams(fields).toString();
      const headers = { 'X-Api-Key': key, 'Content-Type': type };
      const answer = await send({ method: 'POST', path, headers, body: Buffer.from(body) });
      return answer.status === 200 ? 200 : [answer.status, codeOf(answer).code];
    };
    expect(await statusOf(22 * mib)).toBe(200);
    expect(await statusOf(22 * mib + 1)).toEqual([400, 'file_too_large']);
  });

  test('a large file goes through the image lane too', async () => {
    const { key } = await newKey();
    const tiff = await sharp(await boxed(160, 120))
      .tiff()
      .toBuffer();
    expect((await upload(key, { image: padded(tiff, 22 * mib) })).status).toBe(200);
  });

  test('a wrong key, one without credits, and one that may not come here', async () => {
    const wrong = await upload('test_0000000000000000000000000000000000000000');
    expect([wrong.status, codeOf(wrong).code]).toEqual([403, 'auth_failed']);
    for (const unpaid of [await newKey(0), await newKey(5, { expires: '2020-01-31' })]) {
      const empty = await upload(unpaid.key);
      expect([empty.status, codeOf(empty).code]).toEqual([402, 'insufficient_credits']);
    }
    const restricted = await newKey(5, { endpoints: ['alpha-channel'] });
    const refused = await upload(restricted.key);
    expect([refused.status, codeOf(refused).code]).toEqual([403, 'auth_failed']);
    const ofRemovebg = await newKey(5, { endpoints: ['removebg'] });
    expect((await upload(ofRemovebg.key)).status).toBe(200);
    const elsewhere = await send(service.goodCall('alpha-channel', ofRemovebg.key));
    expect(elsewhere.status).toBe(403);
    const account = await send({ method: 'GET', path: '/v1.0/account', headers: { 'X-Api-Key': restricted.key } });
    expect(account.status).toBe(200);
  });

  test('a key may have the rate of 500 a minute, as its headers state', async () => {
    const { key } = await newKey(5, { rate: 500 });
    const answer = await send({ method: 'GET', path: '/v1.0/account', headers: { 'X-Api-Key': key } });
    expect(answer.headers.get('X-RateLimit-Limit')).toBe('500');
    expect(answer.headers.get('X-RateLimit-Remaining')).toBe('499');
  });

  test('too many calls are rate_limit_exceeded, with when to come back', async () => {
    const { key } = await newKey(5, { rate: 1 });
    await upload(key);
    const answer = await upload(key);
    expect([answer.status, codeOf(answer).code]).toEqual([429, 'rate_limit_exceeded']);
    expect(Number(answer.headers.get('Retry-After'))).toBeGreaterThan(0);
    expect(answer.headers.get('X-RateLimit-Limit')).toBe('1');
  });
});

describe('a deployment whose previews are free', () => {
  const free = declareOwnService({ PREVIEW_CREDITS: '0', FREE_PREVIEWS_PER_MONTH: '2' });
  /** Status and price, or code, of an upload. */
  async function ask(key: string, size: string, { image, headers = {} }: Omit<Sent, 'fields'> = {}) {
    const parts = [{ name: 'size', content: size }, imagePart(image ?? (await boxed(160, 120)))];
    const call = multipartCall(path, key, parts);
    const answer = await sendWithFetch(free.stack.base, { ...call, headers: { ...call.headers, ...headers } });
    return [answer.status, answer.headers.get('X-Credits-Charged') ?? answer.headers.get('X-Error-Code')];
  }

  async function accountOf(key: string) {
    const account: Call = { method: 'GET', path: '/v1.0/account', headers: { 'X-Api-Key': key } };
    const { data } = jsonOf(await sendWithFetch(free.stack.base, account)) as {
      data: { attributes: { credits: { total: number }; api: { free_calls: number } } };
    };
    return [data.attributes.credits.total, data.attributes.api.free_calls];
  }

  test('gives its number to a wallet, then charges for them', async () => {
    const { key } = await free.createKey({ credits: 2 });
    expect(await accountOf(key)).toEqual([2, 2]);
    expect(await ask(key, 'full')).toEqual([200, '1']);
    expect(await accountOf(key)).toEqual([1, 2]);
    expect(await ask(key, 'preview')).toEqual([200, '0']);
    expect(await ask(key, 'regular')).toEqual([200, '0']);
    expect(await accountOf(key)).toEqual([1, 0]);
    expect(await ask(key, 'preview')).toEqual([200, '1']);
    expect(await ask(key, 'preview')).toEqual([402, 'INSUFFICIENT_CREDITS']);
  });

  test('gives them without credits, and nothing else', async () => {
    for (const terms of [{ credits: 0 }, { credits: 5, expires: '2020-01-31' }]) {
      const { key } = await free.createKey(terms);
      expect((await ask(key, 'full'))[0]).toBe(402);
      expect(await ask(key, 'preview')).toEqual([200, '0']);
      expect(await accountOf(key)).toEqual([0, 1]);
    }
  });

  test('counts neither calls that fail nor repeats', async () => {
    const { key } = await free.createKey({ credits: 0 });
    for (let failure = 0; failure < 3; failure++) {
      expect((await ask(key, 'preview', { image: Buffer.from('no picture') }))[0]).toBe(400);
    }
    const black = sharp({ create: { width: 64, height: 48, channels: 3, background: 'black' } });
    expect((await ask(key, 'preview', { image: await black.png().toBuffer() }))[0]).toBe(400);
    expect(await accountOf(key)).toEqual([0, 2]);
    const image = await boxed(160, 120);
    const headers = { 'Idempotency-Key': 'a preview' };
    for (let calls = 0; calls < 3; calls++) expect(await ask(key, 'preview', { image, headers })).toEqual([200, '0']);
    expect(await accountOf(key)).toEqual([0, 1]);
  });

  test('gives no more of them to calls that come together', async () => {
    const { key } = await free.createKey({ credits: 6 });
    const prices = await Promise.all(Array.from({ length: 6 }, () => ask(key, 'preview')));
    expect(prices.filter(([status, price]) => status === 200 && price === '0')).toHaveLength(2);
    expect(await accountOf(key)).toEqual([2, 0]);
  });
});

describe('a deployment without the compatibility API', () => {
  const closed = declareOwnService({ REMOVEBG_COMPAT: 'off' });
  test('has none', async () => {
    const { key } = await closed.createKey();
    const call = multipartCall(path, key, [imagePart(await plainPhoto(16, 16))]);
    const account: Call = { method: 'GET', path: '/v1.0/account', headers: { 'X-Api-Key': key } };
    for (const each of [call, account, { ...account, path }, { ...call, path: '/v1.0/account' }]) {
      expect((await sendWithFetch(closed.stack.base, each)).status).toBe(404);
    }
  });
});
