/** Texts in the site: which is shown where, for whom, how long it is kept, and what programs get. */
import { Hono } from 'hono';
import { describe, expect, test } from 'vitest';
import { operations } from '../../../contract/operations.ts';
import { guidePages, guidePath } from '../map/guide-pages.ts';
import { type PathOf, pageLists, surroundingsOf } from '../map/page-lists.ts';
import { referencePages, referencePath } from '../map/reference-pages.ts';
import { linksOf, partOf, partsOf, textOf } from '../testing/html.ts';
import type { Visited } from '../visit/visit.tsx';
import { documentRoutes } from './documents.tsx';
import { sampleOrigin, sampleSupportEmail } from './sample-values.ts';

/** What was asked of the assets. */
const asked: string[] = [];

/** Assets that answer each name with itself and the values of samples. */
const assets = {
  async fetch(input: RequestInfo | URL): Promise<Response> {
    const { pathname } = new URL(String(input));
    asked.push(pathname);
    return new Response(`<h1>${pathname}</h1> ${sampleOrigin}/v1.0 ${sampleOrigin} ${sampleSupportEmail}`);
  },
} as Fetcher;
const missing = { fetch: async () => new Response('x', { status: 404 }) } as Pick<Fetcher, 'fetch'> as Fetcher;

const documents = new Hono<Visited>();
for (const [path, answer] of Object.entries({ ...documentRoutes.pages, ...documentRoutes.files })) {
  documents.get(path, answer);
}

const origin = 'https://cutouts.example.org';
const get = (path: string, env: object = {}, headers: Record<string, string> = {}) =>
  documents.request(`${origin}${path}`, { headers }, { ASSETS: assets, SUPPORT_EMAIL: 'help@example.org', ...env });

const pages: [string, string, string][] = [
  ...guidePages.map(({ name }): [string, string, string] => [
    guidePath(name),
    `/documents/guide-${name || 'start'}.html`,
    '/docs/guide',
  ]),
  ['/docs', '/documents/reference.html', '/docs'],
  ...referencePages.map(({ name }): [string, string, string] => [
    referencePath(name),
    `/documents/reference-${name}.html`,
    '/docs',
  ]),
  ['/docs/index', '/documents/index.html', '/docs'],
  ['/terms', '/documents/terms.html', ''],
  ['/privacy', '/documents/privacy.html', ''],
  ['/accessibility', '/documents/accessibility.html', ''],
];

describe.each(pages)('%s', (path, file, section) => {
  test('shows its text with the values of this deployment, to be asked for anew', async () => {
    asked.length = 0;
    const answer = await get(path);
    expect([answer.status, asked]).toEqual([200, [file]]);
    expect(answer.headers.get('Cache-Control')).toBe('no-cache');
    expect(answer.headers.get('Content-Security-Policy')).toContain("script-src 'self'");
    const html = await answer.text();
    expect(textOf(partOf(html, 'main'))).toContain(`${file} ${origin}/v1.0 ${origin} help@example.org`);
    expect(html).not.toContain(sampleOrigin);
    expect(html).toContain('<meta name="description" content="');
    const current = linksOf((partOf(html, 'header').match(/<a[^>]*aria-current.*?<\/a>/gs) ?? []).join(''));
    expect(current.map(([href]) => href)).toEqual(section ? [section] : []);
    const { scripts, styles } = surroundingsOf('public', path as PathOf<'public'>);
    for (const name of scripts) expect(html).toContain(`"/scripts/${name}.js"`);
    for (const name of styles) expect(html).toContain(`"/styles/${name}.css"`);
  });

  test('is nowhere while it is not built', async () => {
    expect((await get(path, { ASSETS: missing })).status).toBe(404);
  });

  test('leads a visitor to the sign-in, and somebody with a session to the dashboard', async () => {
    expect(await (await get(path)).text()).toContain('href="/sign-in"');
    const seen = await (await get(path, {}, { Cookie: 'edgematte.session_token=x' })).text();
    expect([seen.includes('href="/dashboard"'), seen.includes('href="/sign-in"')]).toEqual([true, false]);
  });
});

test('companies that work for the operator are named on the page about privacy, as text', async () => {
  const of = async (SUB_PROCESSORS?: string) =>
    partsOf(await (await get('/privacy', { SUB_PROCESSORS })).text(), 'li').map(textOf);
  expect(await of()).toEqual([]);
  expect(await of('Cloudflare (runs the service), <b>Stripe</b>')).toEqual([
    'Cloudflare (runs the service)',
    '<b>Stripe</b>',
  ]);
  expect(await (await get('/terms', { SUB_PROCESSORS: 'Cloudflare' })).text()).not.toContain('Cloudflare');
});

describe('a page of the guide', () => {
  test('stands beside a list of all pages, which marks it', async () => {
    for (const { name, title } of guidePages) {
      const nav = partOf(await (await get(guidePath(name))).text(), 'nav', 'aria-label="Guide"');
      expect(linksOf(nav)).toEqual(guidePages.map((each) => [guidePath(each.name), each.title]));
      const current = linksOf((nav.match(/<a[^>]*aria-current="page".*?<\/a>/gs) ?? []).join(''));
      expect(current).toEqual([[guidePath(name), title]]);
    }
    expect(await (await get('/docs')).text()).not.toContain('aria-label="Guide"');
  });

  test('has a path, a title and a description of its own', () => {
    for (const of of ['name', 'title', 'description'] as const) {
      const all = guidePages.map((page) => page[of]);
      expect(new Set(all).size).toBe(guidePages.length);
      if (of !== 'name') for (const text of all) expect(text.length).toBeGreaterThan(3);
    }
    expect(guidePath('')).toBe('/docs/guide');
    expect(guidePath('errors')).toBe('/docs/guide/errors');
  });
});

describe('the index', () => {
  const entries = [
    {
      kind: 'field',
      title: 'crop',
      of: 'image-without-background',
      path: '/docs/reference/cutouts#a.crop',
      text: 'Cut',
    },
    {
      kind: 'guide',
      title: 'Crops',
      of: 'Shop pictures',
      path: '/docs/guide/shop-pictures#crops',
      text: 'x'.repeat(200),
    },
  ];
  const ASSETS = {
    fetch: async (input: RequestInfo | URL) =>
      new Response(String(input).endsWith('search.json') ? JSON.stringify(entries) : '<h1>Index</h1>'),
  } as Pick<Fetcher, 'fetch'> as Fetcher;
  const asking = async (query: string) => partOf(await (await get(`/docs/index${query}`, { ASSETS })).text(), 'main');

  test('answers a search where no script runs', async () => {
    const page = await asking('?q=crop');
    const list = partOf(page, 'ul', 'class="found"');
    expect(linksOf(list)).toEqual([
      ['/docs/reference/cutouts#a.crop', 'crop'],
      ['/docs/guide/shop-pictures#crops', 'Crops'],
    ]);
    expect(textOf(partOf(page, 'h1'))).toBe('Found for “crop”');
    expect(textOf(list)).toContain(`${'x'.repeat(160)} …`);
    expect(page).toContain('value="crop"');
  });

  test('says that nothing is found, and shows a question as text', async () => {
    const page = await asking('?q=%3Cb%3E');
    expect(textOf(page)).toContain('Nothing has all of these words.');
    expect(page).not.toContain('<b>');
  });

  test('looks at a hundred characters of a question', async () => {
    const page = await asking(`?q=${'crop '.repeat(20)}nothing`);
    expect(linksOf(partOf(page, 'ul', 'class="found"'))).toHaveLength(2);
  });

  test.each(['', '?q=', '?q=%20'])('lists everything for "%s"', async (query) => {
    expect(await asking(query)).toContain('<h1>Index</h1>');
  });
});

describe('for programs', () => {
  test.each([
    ['/docs/search.json', 'application/json', 'no-cache'],
    ['/docs/guide.md', 'text/markdown; charset=utf-8', 'no-cache'],
    ['/llms.txt', 'text/plain; charset=utf-8', 'no-cache'],
    ['/robots.txt', 'text/plain; charset=utf-8', 'max-age=3600'],
    ['/sitemap.xml', 'application/xml; charset=utf-8', 'max-age=3600'],
  ])('%s is a text', async (path, type, cache) => {
    const answer = await get(path);
    expect([answer.status, answer.headers.get('Content-Type'), answer.headers.get('Cache-Control')]).toEqual([
      200,
      type,
      cache,
    ]);
    expect(answer.headers.get('Content-Security-Policy')).toContain("form-action 'none'");
  });

  test('the guide as one text is nowhere while it is not built', async () => {
    expect(await (await get('/docs/guide.md')).text()).toContain(`${origin}/v1.0`);
    expect((await get('/docs/guide.md', { ASSETS: missing })).status).toBe(404);
  });

  test('llms.txt has every operation and every page of the guide, at this address', async () => {
    const text = await (await get('/llms.txt')).text();
    expect(text).toMatch(/^# Edgematte\n/);
    for (const { method, path, summary } of operations) expect(text).toContain(`- \`${method} ${path}\`: ${summary}\n`);
    for (const { name, title, description } of guidePages) {
      expect(text).toContain(`- [${title}](${origin}${guidePath(name)}): ${description}\n`);
    }
    expect(text).toContain(`Base address: ${origin}\n`);
  });

  test('robots.txt keeps searches out of what is no page for them, and leads to the rest', async () => {
    const text = await (await get('/robots.txt')).text();
    expect(text.split('\n')).toEqual([
      'User-agent: *',
      ...['/admin', '/dashboard', '/dev', '/operator', '/playground/', '/v1.0/'].map((path) => `Disallow: ${path}`),
      '',
      `Sitemap: ${origin}/sitemap.xml`,
      '',
    ]);
  });

  test('sitemap.xml has every page for everybody, at this address', async () => {
    const listed = [...pageLists.public.pages, ...pageLists.status.pages].map(({ path }) => origin + path);
    const text = await (await get('/sitemap.xml')).text();
    expect(text).toMatch(/^<\?xml version="1.0" encoding="UTF-8"\?>\n<urlset /);
    expect([...text.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, address]) => address)).toEqual(listed);
  });

  test.each(['mailto:security@example.org', 'https://example.org/report'])(
    'security.txt has the contact %s, for 30 days from now',
    async (contact) => {
      const text = await (await get('/.well-known/security.txt', { SECURITY_CONTACT: contact })).text();
      const [, named, expires] = /^Contact: (.*)\nExpires: (\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ)\n$/.exec(text) ?? [];
      expect(named).toBe(contact);
      const days = (Date.parse(expires) - Date.now()) / 86_400_000;
      expect(days).toBeGreaterThan(29.9);
      expect(days).toBeLessThanOrEqual(30);
    },
  );

  test('security.txt is nowhere without a contact', async () => {
    expect((await get('/.well-known/security.txt')).status).toBe(404);
  });
});
