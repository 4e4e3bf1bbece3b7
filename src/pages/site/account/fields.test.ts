import { describe, expect, test } from 'vitest';
import { attributeOf, formsOf, partOf, textOf } from '../testing/html.ts';
import { htmlOf } from '../testing/visit.ts';
import { Field, Notice, Token } from './fields.tsx';

const inputOf = (html: string) => /<input[^>]*>/.exec(html)?.[0] ?? '';

describe('a field', () => {
  test('is named by its label, and is a text by itself', async () => {
    const html = await htmlOf(Field({ name: 'email', label: 'E-mail <x>' }));
    expect([attributeOf(partOf(html, 'label'), 'for'), textOf(partOf(html, 'label'))]).toEqual(['email', 'E-mail <x>']);
    const input = inputOf(html);
    expect(['id', 'name', 'type'].map((name) => attributeOf(input, name))).toEqual(['email', 'email', 'text']);
    expect(input).not.toMatch(/aria-/);
    expect(html).not.toContain('<p');
  });

  test.each([
    [{ note: 'Ten.' }, 'a-note', null],
    [{ wrong: 'Short.' }, 'a-wrong', 'true'],
    [{ note: 'Ten.', wrong: 'Short.' }, 'a-note a-wrong', 'true'],
  ])('is described by what stands below it: %o', async (said, described, invalid) => {
    const html = await htmlOf(Field({ name: 'password', id: 'a', label: 'Password', ...said }));
    const input = inputOf(html);
    expect(attributeOf(input, 'aria-describedby')).toBe(described);
    expect(attributeOf(input, 'aria-invalid')).toBe(invalid);
    for (const id of described.split(' ')) expect(textOf(partOf(html, 'p', `id="${id}"`))).not.toBe('');
  });

  test('passes on what else an input may have', async () => {
    const input = inputOf(
      await htmlOf(Field({ name: 'a', label: 'A', type: 'number', value: '7', min: 0, max: 30, required: true })),
    );
    expect(['type', 'value', 'min', 'max'].map((name) => attributeOf(input, name))).toEqual(['number', '7', '0', '30']);
    expect(input).toContain(' required');
  });
});

test('a form carries the token of its page, and another id each time', async () => {
  const fields = async () => formsOf(`<form>${await htmlOf(Token({ token: 'a"b' }))}</form>`)[0].fields;
  const [[csrf, form], [, other]] = [await fields(), await fields()];
  expect(csrf).toEqual(['csrf', 'a"b']);
  expect(form[1]).toMatch(/^[0-9a-f-]{36}$/);
  expect(other[1]).not.toBe(form[1]);
});

test.each([
  ['done', 'notice done', 'status'],
  ['plain', 'notice', 'status'],
  ['failed', 'notice failed', 'alert'],
] as const)('a notice of the kind %s is said aloud where it failed', async (kind, look, role) => {
  const html = await htmlOf(Notice({ kind, children: '<b>' }));
  expect([attributeOf(html, 'class'), attributeOf(html, 'role'), textOf(html)]).toEqual([look, role, '<b>']);
});
