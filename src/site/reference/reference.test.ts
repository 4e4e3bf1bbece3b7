/** The reference as HTML: what becomes of each part of an OpenAPI document. */
import { describe, expect, test } from 'vitest';
import { attributeOf, linksOf, partOf, partsOf, textOf } from '../testing/html.ts';
import type { ShownDocument, ShownOperation, ShownSchema } from './openapi-shape.ts';
import { referenceHtml } from './reference.tsx';

const operation: ShownOperation = {
  operationId: 'make-it',
  summary: 'Make <it>',
  description: 'Makes *it*, `x-beyond-contract`.',
  tags: ['Pictures & more'],
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
            EXPIRED: { summary: 'three', value: {} },
          },
        },
      },
    },
    '503': { description: 'Busy.' },
  },
  'x-codeSamples': [
    { lang: 'Shell', label: 'curl', source: 'curl <address>' },
    { lang: 'Python', label: 'Python', source: 'import this' },
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
    info: { description: 'An **API**.', version: '1.2.3' },
    tags: [
      { name: 'Pictures & more', description: 'All pictures.' },
      { name: 'Empty', description: 'Nothing.' },
    ],
    paths: { '/v1.0/make': { post: { ...operation, ...changes } } },
    components: {
      headers: { Id: { description: 'For `reports`.' } },
      schemas: { Request: request, View: view },
    },
  };
}
const html = (changes: Partial<ShownOperation> = {}) => referenceHtml(documentWith(changes));
const article = (changes: Partial<ShownOperation> = {}) => partOf(html(changes), 'article');
/** Name, note and text of each definition of a list. */
const definitionsOf = (list: string) =>
  partsOf(list, 'div').map((pair) => [
    textOf(partOf(pair, 'code')),
    textOf(partOf(pair, 'span', 'class="note"')),
    textOf(partOf(pair, 'dd')),
  ]);

describe('the page', () => {
  test('has a version, its own words, and groups with what belongs to them', () => {
    expect(textOf(html())).toContain('Interface version 1.2.3.');
    expect(html()).toContain('An <strong>API</strong>.');
    const [pictures, empty] = partsOf(html(), 'section');
    expect([attributeOf(partOf(pictures, 'h2'), 'id'), textOf(partOf(pictures, 'h2'))]).toEqual([
      'pictures--more',
      'Pictures & more',
    ]);
    expect([partsOf(pictures, 'article').length, partsOf(empty, 'article').length]).toEqual([1, 0]);
    expect(textOf(empty)).toContain('Nothing.');
  });

  test('lists all beside it, each leading to its place', () => {
    const links = linksOf(partOf(html(), 'nav'));
    expect(links).toEqual([
      ['#introduction', 'Introduction'],
      ['#pictures--more', 'Pictures & more'],
      ['#make-it', 'make-it'],
      ['#empty', 'Empty'],
    ]);
    for (const [href] of links) expect(html()).toContain(`id="${href.slice(1)}"`);
  });
});

describe('an operation', () => {
  test('is named by what it does and how it is called, as text', () => {
    expect(textOf(partOf(article(), 'h3'))).toBe('Make <it>');
    expect(textOf(partOf(article(), 'p', 'class="call"'))).toBe('POST /v1.0/make');
    expect(article()).toContain('<em>it</em>');
    expect(article()).toContain('<em>beyond the contract</em>');
  });

  test('has samples of which the first is open, each to be copied', () => {
    const all = partsOf(article(), 'details', 'name="samples-make-it"');
    expect(all.map((sample) => textOf(partOf(sample, 'summary')))).toEqual(['curl', 'Python']);
    expect(all.map((sample) => /^<details[^>]* open/.test(sample))).toEqual([true, false]);
    for (const [index, sample] of all.entries()) {
      expect(attributeOf(partOf(sample, 'button'), 'data-copy')).toBe(`make-it-${index}`);
      expect(textOf(partOf(sample, 'pre', `id="make-it-${index}"`))).toBe(['curl <address>', 'import this'][index]);
    }
  });

  test('describes what each field of a request is', () => {
    expect(definitionsOf(partOf(article(), 'dl'))).toEqual([
      ['file', 'file', 'The photo.'],
      ['mode', 'string, default "a"', 'How. One of a , b .'],
      ['old', 'boolean, deprecated', ''],
      ['size', 'integer or string', ''],
      ['view', 'object', ''],
      ['view.degrees', 'number', ''],
      ['view.marks', 'list of string', ''],
      ['view.rest', 'list of any', ''],
    ]);
  });

  test('describes headers of the request and of the answer', () => {
    const [, headers, ofAnswer] = partsOf(article(), 'dl');
    expect(definitionsOf(headers)).toEqual([['Idempotency-Key', 'optional', 'Names the call.']]);
    expect(definitionsOf(ofAnswer)).toEqual([['X-Request-Id', '', 'For reports .']]);
    expect(ofAnswer).toContain('<code>reports</code>');
    const bare = article({ parameters: undefined, requestBody: undefined });
    expect(partsOf(bare, 'h4').map(textOf)).toEqual(['Answer 200', 'Errors']);
    expect(partsOf(article(), 'h4').map(textOf)).toEqual([
      'Request, multipart/form-data',
      'Request headers',
      'Answer 200',
      'Errors',
    ]);
  });

  test('describes the members of an answer that is JSON, and which may be absent', () => {
    const json = {
      '200': {
        description: 'Members.',
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
    expect(definitionsOf(partsOf(answer, 'dl')[0])).toEqual([
      ['image', 'Base64 of image/png', ''],
      ['note', 'boolean, may be absent', 'Or none.'],
    ]);
    expect(answer).toContain('<p>Members. <code>application/json</code></p>');
    expect(partsOf(article(), 'dl')).toHaveLength(3);
  });

  test('describes each error once, with an example and what to do', () => {
    const refusals = partOf(article(), 'div', 'class="refusals"');
    const [paid, busy] = partsOf(refusals, 'details');
    expect(textOf(partOf(paid, 'summary'))).toBe('402 NO_CREDITS, EXPIRED');
    expect(partsOf(paid, 'pre').map(textOf)).toEqual(['{ "detail": "<none>" }']);
    expect(partOf(paid, 'pre')).toContain('{\n  &quot;detail&quot;');
    expect(linksOf(paid)).toEqual([
      ['/docs/guide/errors#no_credits', 'What to do about NO_CREDITS'],
      ['/docs/guide/errors#expired', 'What to do about EXPIRED'],
    ]);
    expect([textOf(partOf(busy, 'summary')), linksOf(busy), partsOf(busy, 'pre')]).toEqual(['503', [], []]);
    expect(partsOf(refusals, 'details')).toHaveLength(2);
  });
});
