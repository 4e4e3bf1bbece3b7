import { expect, it } from 'vitest';
import { keep } from './answer.ts';

const refused = (body: unknown) => keep(422, [['x-error-code', 'VALIDATION_ERROR']], Buffer.from(JSON.stringify(body)));

it('distinguishes pictures by each byte and by headers that stay', () => {
  const answer = (byte: number, header: string) => keep(200, [['x-model', header]], Buffer.from([byte])).meaning;
  expect(answer(1, 'a')).toBe(answer(1, 'a'));
  expect(answer(1, 'a')).not.toBe(answer(2, 'a'));
  expect(answer(1, 'a')).not.toBe(answer(1, 'b'));
});

it('ignores headers that change from call to call', () => {
  const answer = (id: string) => keep(200, [['x-request-id', id]], Buffer.from('picture'));
  expect(answer('1')).toEqual(answer('2'));
});

it('keeps the text of a refusal beside what programs use', () => {
  const item = { loc: ['body', 'roi'], msg: 'Expected a box', type: 'value_error' };
  expect(refused({ detail: [item] })).toEqual({
    meaning: '422 VALIDATION_ERROR ["body","roi"] value_error',
    text: JSON.stringify({ detail: [item] }),
  });
  expect(refused({ detail: [{ ...item, msg: 'Send a box' }] }).meaning).toBe(refused({ detail: [item] }).meaning);
  expect(refused({ detail: [{ ...item, type: 'enum' }] }).meaning).not.toBe(refused({ detail: [item] }).meaning);
});

it('accepts bodies without a location', () => {
  expect(keep(404, [['x-error-code', 'NOT_FOUND']], Buffer.from('{"detail":"Not Found"}')).meaning).toBe(
    '404 NOT_FOUND',
  );
  expect(keep(403, [], Buffer.from('<!doctype html>')).meaning).toBe('403 no code');
  expect(keep(429, [], Buffer.from('{"error":"Too Many Requests"}')).meaning).toBe('429 no code');
});
