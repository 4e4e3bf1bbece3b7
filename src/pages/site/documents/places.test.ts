import { describe, expect, test } from 'vitest';
import { guidePages } from '../map/guide-pages.ts';
import { linkTarget, partsOf, placesOf } from './places.ts';

const headings = guidePages.flatMap((page) => page.headings ?? []);
const guide = ['# Guide', ...headings.map((heading) => `## ${heading}\n\nText.`), '### Inside'].join('\n');
const files = new Map([['batch', '# Batch work\n\n```sh\n# No heading\n```\n\n## Credits']]);
const places = placesOf({ guide, files });

describe('a link leads', () => {
  test.each([
    ['to a heading of the same text', '#errors', 'guide.md', '/docs/guide/errors#errors'],
    ['from the guide to a file', 'guides/batch.md', 'guide.md', '/docs/guide/batch'],
    ['to a heading of a file', 'guides/batch.md#credits', 'guide.md', '/docs/guide/batch#credits'],
    ['from a file to the guide', '../guide.md#credits', 'guides/batch.md', '/docs/guide/credits#credits'],
    ['to the guide as a whole', '../guide.md', 'guides/batch.md', '/docs/guide'],
    ['within a file', '#credits', 'guides/batch.md', '/docs/guide/batch#credits'],
    ['elsewhere', 'https://example.org/a#b', 'guide.md', 'https://example.org/a#b'],
    ['to the site', '/dashboard', 'guide.md', '/dashboard'],
    ['nowhere, to a file that the site does not have', '../settings.md#variables', 'guides/batch.md', null],
  ])('%s', (_, href, file, target) => {
    expect(linkTarget(href, file, places)).toBe(target);
  });

  test.each(['#no-heading', '../guide.md#else'])('and %s is a fault', (href) => {
    expect(() => linkTarget(href, 'guides/batch.md', places)).toThrow(href);
  });
});

test('every heading stands on one page', () => {
  expect(() => placesOf({ guide: `${guide}\n## More\n`, files })).toThrow('are on no page: More');
  expect(() => placesOf({ guide: '## Errors\n', files })).toThrow('has no heading');
  expect(partsOf(guide, ['Credits'])).toEqual(['## Credits\n\nText.\n']);
});
