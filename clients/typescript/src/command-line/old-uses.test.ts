import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { oldUsesIn } from './old-uses.ts';

const address = 'https://api.example.org';
const found = (file: string, ...lines: string[]) =>
  oldUsesIn(file, lines.join('\n'), address).map(({ line, found: words }) => `${line} ${words}`);

describe('what is found', () => {
  test.each<[string, string[], string[]]>([
    [
      'cut.sh',
      ["curl -H 'X-Api-Key: KEY' \\", '  https://api.remove.bg/v1.0/removebg'],
      ['1 X-Api-Key', '2 api.remove.bg'],
    ],
    [
      'cut.go',
      ['url := "https://api.remove.bg/v1.0/account"', 'r.Header.Set("x-api-key", key)'],
      ['1 api.remove.bg', '2 x-api-key'],
    ],
    ['.env', ['REMOVE_BG_API_KEY=abc'], ['1 REMOVE_BG_API_KEY']],
    ['package.json', ['{ "dependencies": {', '    "remove.bg": "^1.3.0"', '} }'], ['2 remove.bg']],
    ['a.js', ["const { x } = require('remove.bg');"], ["1 require('remove.bg'"]],
    ['a.ts', ["import { x } from 'remove.bg';"], ["1 from 'remove.bg'"]],
    ['a.mjs', ["await import('remove.bg')"], ["1 import('remove.bg'"]],
    ['requirements.txt', ['requests', 'removebg==0.4'], ['2 removebg']],
    ['requirements-dev.txt', ['removebg-cli', 'remove-bg-api>=0.2'], ['1 removebg-cli', '2 remove-bg-api']],
    ['pyproject.toml', ['dependencies = ["removebg ~= 0.4"]'], ['1 removebg']],
    [
      'a.py',
      ['import removebg', 'from removebg import RemoveBg', 'from remove_bg_api import RemoveBg'],
      ['1 import removebg', '2 from removebg', '3 from remove_bg_api'],
    ],
    ['Gemfile', ["gem 'remove_bg', '~> 2.2'"], ['1 remove_bg']],
    ['shop.gemspec', ["  s.add_dependency 'remove_bg'"], ['1 remove_bg']],
    ['a.rb', ['require "remove_bg"'], ['1 require "remove_bg"']],
    ['composer.json', ['  "mtownsend/remove-bg": "^2.0"'], ['1 mtownsend/remove-bg']],
    ['a.php', ['use Mtownsend\\RemoveBg\\RemoveBg;'], ['1 use Mtownsend\\RemoveBg']],
    ['go.mod', ['require github.com/remove-bg/go v1.0.0'], ['1 github.com/remove-bg/go']],
    ['Dockerfile', ['RUN pip install --no-cache-dir removebg && true'], ['1 pip install --no-cache-dir removebg']],
    ['README.md', ['npm i remove.bg'], ['1 npm i remove.bg']],
  ])('%s', (file, lines, expected) => {
    expect(found(file, ...lines)).toEqual(expected);
  });
});

describe('what is not', () => {
  test.each([
    ['another service with such a header', 'a.js', "headers: { 'X-Api-Key': key }, url: 'https://api.example.org'"],
    ['a lock', 'package-lock.json', '"node_modules/remove.bg": { "resolved": "https://api.remove.bg" }'],
    ['a longer name', 'package.json', '"remove.bg-shim": "1.0.0", "@shop/remove.bg": "1.0.0"'],
    ['another package of PyPI', 'requirements.txt', 'removebgplus==0.1'],
    ['a function of that name', 'a.py', 'removebg(photo)'],
    ['a module of that name', 'a.py', 'from removebgplus import RemoveBg'],
    ['the name in a description', 'package.json', '"description": "A front end of remove.bg"'],
    ['a word in the manifest of another registry', 'setup.py', "description = 'removes backgrounds by remove.bg',"],
    ['a target of that name', 'package.json', '"start": "functions-framework --target=removebg"'],
    ['the package itself', 'composer.json', '"name": "mtownsend/remove-bg",'],
    ['the site', 'README.md', 'See https://www.remove.bg/api'],
  ])('%s', (_what, file, line) => {
    expect(found(file, line)).toEqual([]);
  });
});

test('the advice has the address', () => {
  const [{ advice }] = oldUsesIn('a.py', 'from removebg import RemoveBg', address);
  expect(advice).toContain('removebg.removebg.API_ENDPOINT = "https://api.example.org/v1.0/removebg"');
});

test('a package that is installed and named in one line is reported once', () => {
  expect(oldUsesIn('package.json', '"postinstall": "npm install remove.bg"', address)).toHaveLength(1);
});

test('any text is searched in time, and no line is made up', () => {
  const word = fc.constantFrom(
    'npm ',
    'install ',
    'remove.bg',
    'removebg',
    ' ',
    '"',
    'x-api-key',
    'api.remove.bg',
    '\n',
  );
  fc.assert(
    fc.property(fc.constantFrom('package.json', 'a.py'), fc.array(word, { maxLength: 300 }), (file, words) => {
      const text = words.join('');
      const lines = text.split('\n').length;
      expect(oldUsesIn(file, text, address).every(({ line }) => line >= 1 && line <= lines)).toBe(true);
    }),
    { numRuns: 200 },
  );
  const long = 'npm install '.repeat(80_000);
  expect(oldUsesIn('a.sh', long, address)).toEqual([]);
});
