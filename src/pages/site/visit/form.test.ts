import { expect, test } from 'vitest';
import { byteStreamOf } from '../../../pixels/bounds/testing/byte-stream.ts';
import { readForm } from './form.ts';

const formType = 'application/x-www-form-urlencoded';

function sent(body: BodyInit | null, type = formType): Request {
  return new Request('https://example.org/', { method: 'POST', body, headers: { 'Content-Type': type } });
}

test('fields are read, several of one name too', async () => {
  const form = await readForm(sent('a=1&b=x%20y&a=2&c='));
  expect([...form]).toEqual([
    ['a', '1'],
    ['b', 'x y'],
    ['a', '2'],
    ['c', ''],
  ]);
});

test.each(['application/json', 'text/plain', 'multipart/form-data; boundary=x', `x${formType}`, `${formType}2`])(
  'a body of the type %s is no form, and is let go',
  async (type) => {
    const request = sent('a=1', type);
    expect((await readForm(request)).size).toBe(0);
    expect(request.bodyUsed).toBe(true);
  },
);

test.each([formType.toUpperCase(), `${formType};charset=UTF-8`])('a body of the type %s is one', async (type) => {
  expect((await readForm(sent('a=1', type))).get('a')).toBe('1');
});

test('a request without a body has no fields', async () => {
  expect((await readForm(sent(null))).size).toBe(0);
});

test.each([
  [65_536, 1],
  [65_537, 0],
])('of a body of %i bytes %i fields are read', async (length, size) => {
  expect((await readForm(sent('a='.padEnd(length, 'x')))).size).toBe(size);
});

test('a character that two pieces share is read whole', async () => {
  const bytes = new TextEncoder().encode('a=ü&b=1');
  const body = byteStreamOf([bytes.slice(0, 3), bytes.slice(3)]);
  expect([...(await readForm({ headers: new Headers({ 'Content-Type': formType }), body }))]).toEqual([
    ['a', 'ü'],
    ['b', '1'],
  ]);
});
