/** The reference as HTML: what becomes of each part of an OpenAPI document. */
import { describe, expect, test } from 'vitest';
import { referencePages, referencePath } from '../map/reference-pages.ts';
import { attributeOf, linksOf, partOf, partsOf, textOf } from '../testing/html.ts';
import type { ShownDocument, ShownOperation, ShownSchema } from './openapi-shape.ts';
import { referenceHtml } from './reference.tsx';

const operation: ShownOperation = {
  operationId: 'make-it',
  summary: 'Make <it>',
  description: 'Makes *it*, `x-beyond-contract`.',
  tags: ['Mattes'],
  parameters: [{ name: 'Idempotency-Key', in: 'header', description: 'Names the call.' }],
  requestBody: { content: { 'multipart/form-data': { schema: { $ref: '#/components/schemas/Request' } } } },
  responses: {
    '200': {
      description: 'A picture.',
      headers: { 'X-Request-Id': { $ref: '#/components/headers/Id' } },
      content: { 'image/png': { schema: { type: 'string', format: 'binary' } } },
    },
    '402': {
      description: 'No credits.',
      content: {
        'application/json': {
          schema: {},
          examples: {
            NO_CREDITS_1: { summary: 'one', value: { detail: '<none>' } },
            NO_CREDITS_2: { summary: 'two', value: { detail: 'other' } },
            EXPIRED: { summary: 'three', value: { errors: [{ title: 'Late', code: 'too_late' }] } },
          },
        },
      },
    },
    '503': { description: 'Busy.' },
  },
  'x-codeSamples': [
    { lang: 'Shell', label: 'curl', source: 'curl <address>' },
    { lang: 'Python', label: 'Python', source: 'import this' },
    { lang: 'JavaScript', label: 'fetch', source: 'await fetch()' },
  ],
};

const request: ShownSchema = {
  properties: {
    file: { type: 'string', format: 'binary', description: 'The photo.' },
    mode: { type: ['string', 'null'], enum: ['a', null, 'b'], default: 'a', description: 'How.' },
    old: { type: 'boolean', deprecated: true },
    size: { type: ['integer', 'string'] },
    view: { $ref: '#/components/schemas/View' },
  },
  required: ['file'],
};
const view: ShownSchema = {
  type: 'object',
  properties: {
    degrees: { type: 'number' },
    marks: { type: 'array', items: { type: 'string' } },
    rest: { type: 'array' },
  },
  required: ['degrees'],
};

function documentWith(changes: Partial<ShownOperation> = {}): ShownDocument {
  return {
    servers: [{ url: 'https://api.example.org' }],
    info: { description: 'An **API**.', version: '1.2.3' },
    tags: [
      { name: 'Mattes', description: 'All *pictures*.' },
      { name: 'Account', description: 'Nothing.' },
    ],
    paths: { '/v1.0/make': { post: { ...operation, ...changes } } },
    components: {
      headers: { Id: { description: 'For `reports`.' } },
      schemas: { Request: request, View: view },
    },
  };
}
const page = (name: string, changes: Partial<ShownOperation> = {}) =>
  referenceHtml(documentWith(changes)).get(name) ?? '';
const article = (changes: Partial<ShownOperation> = {}) => partOf(page('mattes', changes), 'article');
/** Anchor, name, note and text of each definition of a list. */
const definitionsOf = (list: string) =>
  partsOf(list, 'div').map((pair) => [
    attributeOf(pair, 'id'),
    textOf(partOf(pair, 'code')),
    textOf(partOf(pair, 'span', 'class="note"')),
    textOf(partOf(pair, 'dd')),
  ]);

describe('the pages', () => {
  test('are one for each group that there is, for headers, for errors, and one before them', () => {
    expect([...referenceHtml(documentWith()).keys()]).toEqual(['', 'mattes', 'account', 'headers', 'errors']);
    for (const html of referenceHtml(documentWith()).values()) expect(partsOf(html, 'h1')).toHaveLength(1);
  });

  test('list all pages beside them, and the operations of the one that is shown', () => {
    const links = (name: string) => linksOf(partOf(page(name), 'nav')).map(([href]) => href);
    const all = [
      '/docs',
      ...referencePages.map(({ name }) => referencePath(name)),
      '/docs/failed-calls',
      '/docs/index',
    ];
    expect(links('')).toEqual(all);
    expect(links('mattes').filter((href) => !all.includes(href))).toEqual(['#make-it']);
    const [current] = partsOf(page('mattes'), 'a', 'aria-current="page"');
    expect(textOf(current)).toBe('Mattes');
    expect(page('mattes')).toContain('action="/docs/index"');
  });

  test('are refused where a group of the document has none', () => {
    const unknown = { ...documentWith(), tags: [{ name: 'Else', description: '' }] };
    expect(() => referenceHtml(unknown)).toThrow('No page of the reference shows Else');
  });
});

describe('the first page', () => {
  test('has a version, its own words, and every operation under its former anchor', () => {
    expect(textOf(page(''))).toContain('Interface version 1.2.3.');
    expect(page('')).toContain('An <strong>API</strong>.');
    const [mattes, account] = partsOf(page(''), 'section');
    expect(attributeOf(partOf(mattes, 'h2'), 'id')).toBe('mattes');
    const [entry] = partsOf(mattes, 'li', 'id="make-it"');
    expect(linksOf(entry)).toEqual([['/docs/reference/mattes#make-it', 'Make <it>']]);
    expect(textOf(partOf(entry, 'code'))).toBe('POST /v1.0/make');
    expect(partsOf(account, 'li')).toEqual([]);
  });
});

describe('an operation', () => {
  test('is named by what it does and how it is called, as text', () => {
    expect(textOf(partOf(article(), 'h2', 'id="make-it"'))).toBe('Make <it>');
    expect(textOf(partOf(article(), 'p', 'class="call"'))).toBe('POST /v1.0/make');
    expect(article()).toContain('<em>it</em>');
    expect(article()).toContain('<em>beyond the contract</em>');
    expect(page('mattes')).toContain('All <em>pictures</em>.');
  });

  test('has a sample in each language, of which the first is chosen, each to be copied', () => {
    const choices = (article().match(/<input type="radio"[^>]*>/g) ?? []).map((input) => [
      attributeOf(input, 'name'),
      attributeOf(input, 'value'),
      /\schecked/.test(input),
    ]);
    expect(choices).toEqual([
      ['make-it-language', 'curl', true],
      ['make-it-language', 'TypeScript', false],
      ['make-it-language', 'Python', false],
    ]);
    for (const [index, language] of ['curl', 'TypeScript', 'Python'].entries()) {
      const words = `data-language="${language}"`;
      expect(attributeOf(partOf(article(), 'button', words), 'data-copy')).toBe(`make-it-${language}`);
      const sample = partOf(article(), 'pre', words);
      expect([attributeOf(sample, 'id'), textOf(sample)]).toEqual([
        `make-it-${language}`,
        ['curl <address>', 'await fetch()', 'import this'][index],
      ]);
    }
  });

  test('describes what each field of a request is, and each header, under an anchor of its own', () => {
    expect(definitionsOf(partOf(article(), 'dl'))).toEqual([
      ['make-it.file', 'file', 'file', 'The photo.'],
      ['make-it.mode', 'mode', 'string, default "a"', 'How. One of a , b .'],
      ['make-it.old', 'old', 'boolean, deprecated', ''],
      ['make-it.size', 'size', 'integer or string', ''],
      ['make-it.view', 'view', 'object', ''],
      ['make-it.view.degrees', 'view.degrees', 'number', ''],
      ['make-it.view.marks', 'view.marks', 'list of string', ''],
      ['make-it.view.rest', 'view.rest', 'list of any', ''],
      ['make-it.idempotency-key', 'Idempotency-Key', 'optional header', 'Names the call.'],
    ]);
    const bare = article({ parameters: undefined, requestBody: undefined });
    expect(partsOf(bare, 'h3').map(textOf)).toEqual(['Answer 200', 'Errors']);
    expect(partsOf(article(), 'h3').map(textOf)).toEqual(['Request', 'Answer 200', 'Errors']);
  });

  test('has a field of several types of bodies once, and says of others where they are', () => {
    const content = {
      'multipart/form-data': { schema: { properties: { file: { type: 'string', format: 'binary' }, size: {} } } },
      'application/json': { schema: { properties: { size: {} } } },
    };
    const fields = definitionsOf(partOf(article({ requestBody: { content }, parameters: [] }), 'dl'));
    expect(fields.map(([, name, note]) => [name, note])).toEqual([
      ['file', 'file, in multipart/form-data'],
      ['size', ''],
    ]);
  });

  test('describes the members of an answer that is JSON, which may be absent, and leads to its headers', () => {
    const json = {
      '200': {
        description: 'Members.',
        headers: { 'X-Request-Id': { $ref: '#/components/headers/Id' } },
        content: {
          'application/json': {
            schema: {
              properties: {
                image: { type: 'string', contentMediaType: 'image/png' },
                note: { type: ['boolean', 'string'], description: 'Or none.' },
              },
              required: ['image'],
            },
          },
        },
      },
    };
    const answer = article({ responses: json, requestBody: undefined, parameters: [] });
    expect(definitionsOf(partOf(answer, 'dl'))).toEqual([
      ['make-it.answer.image', 'image', 'Base64 of image/png', ''],
      ['make-it.answer.note', 'note', 'boolean, may be absent', 'Or none.'],
    ]);
    expect(answer).toContain('<p>Members. <code>application/json</code></p>');
    expect(linksOf(answer)).toContainEqual(['/docs/reference/headers#x-request-id', 'X-Request-Id']);
  });

  test('leads from each code of an error to what it means, with its word for clients of remove.bg', () => {
    const refusals = partOf(article(), 'dl', 'class="refusals"');
    expect(partsOf(refusals, 'dt').map(textOf)).toEqual(['402', '503']);
    expect(linksOf(refusals)).toEqual([
      ['/docs/reference/errors#no_credits', 'NO_CREDITS'],
      ['/docs/reference/errors#expired', 'EXPIRED'],
    ]);
    expect(textOf(partsOf(refusals, 'dd')[0])).toBe('NO_CREDITS EXPIRED as too_late');
  });
});

test('the page of headers has those of requests and of answers, each with its operations', () => {
  const [ofRequests, ofAnswers] = partsOf(page('headers'), 'dl').map(definitionsOf);
  expect(ofRequests).toEqual([
    ['request-x-api-key', 'X-API-Key', '', 'The key. Every call needs it; keep it on your server. Every operation'],
    ['request-idempotency-key', 'Idempotency-Key', '', 'Names the call. Every operation'],
  ]);
  expect(ofAnswers).toEqual([['x-request-id', 'X-Request-Id', '', 'For reports . Every operation']]);
});

test('the page of errors has each code with its meanings, an example and what to do', () => {
  const errors = partsOf(page('errors'), 'section');
  expect(errors.map((error) => [attributeOf(partOf(error, 'h2'), 'id'), textOf(partOf(error, 'h2'))])).toEqual([
    ['no_credits', 'NO_CREDITS 402'],
    ['expired', 'EXPIRED 402'],
    ['not_found', 'NOT_FOUND 404'],
  ]);
  const [credits] = errors;
  expect(partsOf(credits, 'li').map(textOf)).toEqual(['one.', 'two.']);
  expect(partOf(credits, 'pre')).toContain('{\n  &quot;detail&quot;: &quot;&lt;none&gt;&quot;\n}');
  expect(linksOf(credits)).toContainEqual(['/docs/guide/errors#no_credits', 'What to do about it']);
});
