/**
 * Patterns of the description are read by others than JavaScript: Python's `re`, Go's `regexp` (RE2) and Java's. What not all
 * of them know is in none. `test/generated-clients` compiles each where those are.
 */
import { expect, it } from 'vitest';
import { openApiDocument } from '../openapi.ts';
import { patternsIn } from '../testing/patterns.ts';

const document = openApiDocument({
  serverUrl: 'https://api.example.org',
  supportEmail: 'help@example.org',
  removebg: true,
});

const strange: readonly (readonly [what: string, form: RegExp])[] = [
  ['a class of nothing, or of anything', /\[\^?\]/],
  ['a group that looks around, has a name or a flag', /\(\?(?!:)/],
  ['what was found before', /\\[1-9k]/],
  ['an escape that not all know', /\\[a-zA-Z](?<!\\[dDwWsSbBxnrt])/],
  ['more repeats than RE2 makes', /\{(?:\d+,)?(?:\d{5,}|[2-9]\d{3}|1\d{2}[1-9]|1[1-9]\d{2}|10[1-9]\d)\}/],
];

it('has patterns, and each is one of every language', () => {
  const patterns = patternsIn(document);
  expect(patterns.length).toBeGreaterThan(15);
  for (const pattern of patterns) {
    for (const [what, form] of strange) expect(form.test(pattern), `${pattern} has ${what}`).toBe(false);
    expect(() => new RegExp(pattern)).not.toThrow();
  }
});

it.each(['[^]*', '(?=a)', '(?<name>a)', '(a)\\1', '\\u00e9', '\\p{L}', 'a{1,1001}', 'a{2000}'])(
  '%s is none of those',
  (pattern) => expect(strange.some(([, form]) => form.test(pattern))).toBe(true),
);

it.each(['a{1,1000}', '^[\\x21-\\x7e]+@[0-9a-f]{12}$', '(?:a|b)?', '\\d{1,5}'])('%s is one', (pattern) => {
  expect(strange.some(([, form]) => form.test(pattern))).toBe(false);
});
