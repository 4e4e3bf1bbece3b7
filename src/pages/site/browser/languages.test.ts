// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest';

const choices = (name: string) =>
  ['curl', 'Python'].map(
    (value) => `<input type="radio" name="${name}" value="${value}"${value === 'curl' ? ' checked' : ''}>`,
  );

beforeEach(async () => {
  document.body.innerHTML = `<fieldset class="languages">${choices('a').join('')}</fieldset>
    <fieldset class="languages">${choices('b').join('')}</fieldset><fieldset>${choices('other').join('')}</fieldset>`;
  vi.resetModules();
  await import('./languages.ts');
});

const chosen = () => [...document.querySelectorAll<HTMLInputElement>('input:checked')].map(({ value }) => value);
const choose = (name: string) => document.querySelector<HTMLInputElement>(`[name="${name}"][value="Python"]`)?.click();

test('a language is chosen for all samples', () => {
  expect(chosen()).toEqual(['curl', 'curl', 'curl']);
  choose('b');
  expect(chosen()).toEqual(['Python', 'Python', 'curl']);
});

test('other choices choose nothing here', () => {
  choose('other');
  expect(chosen()).toEqual(['curl', 'curl', 'Python']);
});
