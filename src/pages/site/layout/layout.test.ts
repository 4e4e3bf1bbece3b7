/** What is around every page: its head, its one header, and who sees which way in. */
import { describe, expect, test } from 'vitest';
import { linksOf, partOf, textOf } from '../testing/html.ts';
import { addressOf, Page, type PageProps, visitorOf } from './layout.tsx';

const page = async (props: Partial<PageProps> = {}) => String(await Page({ title: 'Prices', visitor: null, ...props }));
const current = (html: string) => linksOf((html.match(/<a[^>]*aria-current="page".*?<\/a>/gs) ?? []).join(''));

describe('the head', () => {
  test('names page and product; the first page names itself', async () => {
    expect(textOf(partOf(await page(), 'title'))).toBe('Prices · Edgematte');
    expect(textOf(partOf(await page({ section: '/docs' }), 'title'))).toBe('Prices · Edgematte');
    expect(textOf(partOf(await page({ section: '/', title: 'Edgematte: an API' }), 'title'))).toBe('Edgematte: an API');
  });

  test('describes a page that is to be found, and hides every other from search engines', async () => {
    const found = await page({ description: 'What "it" costs' });
    expect(found).toContain('<meta name="description" content="What &quot;it&quot; costs"');
    expect(found).not.toContain('noindex');
    expect(await page()).toContain('<meta name="robots" content="noindex"');
    expect(await page()).not.toContain('name="description"');
  });

  test('says how a link to the page is shown elsewhere, with a picture, where its address is known', async () => {
    const html = await page({ description: 'What it costs', address: 'https://api.example.org/prices' });
    expect(html).toContain('<link rel="canonical" href="https://api.example.org/prices"');
    const shown = [...html.matchAll(/<meta property="og:([^"]*)" content="([^"]*)"/g)].map(([, ...pair]) => pair);
    expect(Object.fromEntries(shown)).toMatchObject({
      title: 'Prices',
      description: 'What it costs',
      url: 'https://api.example.org/prices',
      image: 'https://api.example.org/share.jpg',
    });
    for (const hidden of [{ description: 'What it costs' }, { address: 'https://api.example.org/dashboard' }]) {
      expect(await page(hidden)).not.toMatch(/og:|canonical/);
    }
  });

  test('loads the styles and scripts that are named, from here alone', async () => {
    const html = await page({ styles: ['usage', 'billing'], scripts: ['copy'] });
    expect([...html.matchAll(/<link rel="stylesheet" href="([^"]*)"/g)].map(([, href]) => href)).toEqual([
      '/styles/site.css',
      '/styles/usage.css',
      '/styles/billing.css',
    ]);
    expect([...html.matchAll(/<script type="module" src="([^"]*)"/g)].map(([, src]) => src)).toEqual([
      '/scripts/copy.js',
    ]);
    expect(await page()).not.toContain('<script');
    expect((await page()).match(/<link rel="stylesheet"/g)).toHaveLength(1);
  });

  test('is one document of one language, and holds what a title says as text', async () => {
    const html = await page({ title: '<script>alert(1)</script>' });
    expect(html).toMatch(/^<!doctype html><html lang="en">/);
    expect(html).toContain('<title>&lt;script&gt;alert(1)&lt;/script&gt; · Edgematte</title>');
    expect(html).not.toContain('<script>');
  });
});

describe('the header', () => {
  test('leads a visitor to the sign-in, and somebody who is signed in to the dashboard', async () => {
    const ways = async (visitor: PageProps['visitor']) =>
      linksOf(partOf(await page({ visitor }), 'header')).map(([href]) => href);
    const everybody = ['/', '/', '/many-photos', '/docs/guide', '/docs', '/prices'];
    expect(await ways(null)).toEqual([...everybody, '/sign-in']);
    expect(await ways({ isOperator: false })).toEqual([...everybody, '/dashboard']);
    expect(await ways({ isOperator: true })).toEqual([...everybody, '/operator', '/dashboard']);
  });

  test('names each way', async () => {
    for (const [, words] of linksOf(partOf(await page(), 'header'))) expect(words).not.toBe('');
  });

  test.each([
    ['/', null],
    ['/docs/guide', null],
    ['/docs', null],
    ['/prices', null],
    ['/sign-in', null],
    ['/dashboard', { isOperator: false }],
    ['/operator', { isOperator: true }],
  ])('marks %s where a page belongs to it, and nothing else', async (section, visitor) => {
    expect(current(await page({ section, visitor })).map(([href]) => href)).toEqual([section]);
  });

  test('marks nothing where a page belongs nowhere', async () => {
    expect(current(await page({ visitor: { isOperator: true } }))).toEqual([]);
  });
});

test.each([
  ['edgematte.session_token=x', true],
  ['a=1; __Host-edgematte.session_token=x', true],
  ['edgematte.session_tokens=x', false],
  ['a-edgematte.session_token=x', false],
  ['', false],
])('of the cookies %j somebody seems to be signed in: %s', (cookie, seems) => {
  const visitor = visitorOf(new Request('https://example.org/', { headers: cookie ? { Cookie: cookie } : {} }));
  expect(visitor).toEqual(seems ? { isOperator: false } : null);
});

test('the address of a page has nothing of what was asked of it', () => {
  expect(addressOf(new Request('https://example.org/docs/guide?from=mail#errors'))).toBe(
    'https://example.org/docs/guide',
  );
});
