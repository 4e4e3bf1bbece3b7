import { describe, expect, it } from 'vitest';
import { operations, processingOperations } from '../../contract/operations.ts';
import { pageLists } from './map/page-lists.ts';
import { pages } from './pages.ts';

const files: Readonly<Record<string, readonly [type: string, text: string]>> = {
  '/scripts/playground.js': ['text/javascript', 'export {};'],
  '/styles/site.css': ['text/css', 'body {}'],
  '/samples/car.jpg': ['image/jpeg', 'a photo'],
  '/favicon.svg': ['image/svg+xml', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
};

/** Texts that the build made, which a page stands around. */
const texts: Readonly<Record<string, string>> = {
  '/documents/reference.html': '<h1>Reference</h1><code>curl http://127.0.0.1:8787/v1.0</code> support@example.com',
  '/documents/guide-errors.html': '<h1>Errors</h1>',
  '/documents/terms.html': '<h1>Terms</h1>',
  '/documents/guide.md': '# Guide',
};

/** Assets as the platform serves them: a tag per file, 304 to who has it, 404 for what is not there. */
const assets = {
  async fetch(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
    const request = new Request(input, init);
    const { pathname } = new URL(request.url);
    const found = texts[pathname] ? (['text/html', texts[pathname]] as const) : files[pathname];
    if (!found) return new Response(null, { status: 404 });
    const headers = { 'Content-Type': found[0], ETag: '"one"', 'Cache-Control': 'public, max-age=0, must-revalidate' };
    if (request.headers.get('If-None-Match') === '"one"') return new Response(null, { status: 304, headers });
    return new Response(request.method === 'HEAD' ? null : found[1], { headers });
  },
} as Fetcher;

const environment = { ASSETS: assets, SUPPORT_EMAIL: 'help@example.org' };

const origin = 'https://api.example.org';
const local = 'http://127.0.0.1:8787';

type Changes = Partial<typeof environment & { DEMO_KEY: string; START_WORD: string; REMOVEBG_COMPAT: string }>;

async function get(path: string, init: RequestInit = {}, env: Changes = {}, from = origin) {
  return pages.request(`${from}${path}`, init, { ...environment, ...env });
}

describe('every page', () => {
  it.each([...Object.keys(files), '/', '/openapi.json'])(
    '%s is served with its type and security headers',
    async (path) => {
      const answer = await get(path);
      expect(answer.status).toBe(200);
      expect(answer.headers.get('Content-Type')).toBe(
        files[path]?.[0] ?? (path === '/' ? 'text/html; charset=UTF-8' : 'application/json'),
      );
      expect(answer.headers.get('Content-Security-Policy')).toContain("default-src 'none'");
    },
  );

  const strict = "default-src 'none'; base-uri 'none'; frame-ancestors 'none'; form-action 'none'";
  const pagePolicy = [
    "default-src 'none'; base-uri 'none'; frame-ancestors 'none'; form-action 'self'; script-src 'self'",
    "worker-src 'self'; style-src 'self'; connect-src 'self'; manifest-src 'self'; img-src 'self' blob: data:",
  ].join('; ');
  it.each([
    ['/', pagePolicy],
    ['/docs', pagePolicy],
    ['/scripts/playground.js', `${strict}; script-src 'self'`],
    ['/openapi.json', strict],
  ])('%s may load what it needs and nothing else, and stays in a window of its own', async (path, policy) => {
    expect(Object.fromEntries((await get(path)).headers)).toMatchObject({
      'content-security-policy': policy,
      'cross-origin-opener-policy': 'same-origin',
      'x-frame-options': 'DENY',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'same-origin',
    });
  });

  it('at / is to be found by what it says of itself', async () => {
    expect(await (await get('/')).text()).toMatch(/<meta name="description" content="[^"]{50,}"/);
  });

  it('for everybody says in words of its own what it is, and how a link to it is shown', async () => {
    const ASSETS = { fetch: async () => new Response('<h1>A text</h1>') } as Pick<Fetcher, 'fetch'> as Fetcher;
    const said: string[] = [];
    for (const { path } of pageLists.public.pages) {
      const html = await (await get(path, {}, { ASSETS })).text();
      const [title, description, url] = [
        /<title>([^<]*)<\/title>/,
        /<meta name="description" content="([^"]{40,170})"/,
        /<meta property="og:url" content="([^"]*)"/,
      ].map((pattern) => pattern.exec(html)?.[1]);
      expect([path, url]).toEqual([path, `${origin}${path}`]);
      said.push(title ?? path, description ?? path);
    }
    expect(new Set(said).size).toBe(2 * pageLists.public.pages.length);
    for (const words of said) expect(words).not.toMatch(/^\//);
  });

  it('answers HEAD without a body', async () => {
    const answer = await get('/', { method: 'HEAD' });
    expect(answer.status).toBe(200);
    expect(await answer.text()).toBe('');
  });

  it('answers 304 to a browser that has it', async () => {
    const answer = await get('/scripts/playground.js', { headers: { 'If-None-Match': '"one"' } });
    expect(answer.status).toBe(304);
  });

  it.each(['/', '/docs', '/openapi.json'])('leaves other methods on %s to the app', async (path) => {
    expect((await get(path, { method: 'POST' })).status).toBe(404);
  });

  it('answers 404 while it is not built', async () => {
    const ASSETS = { fetch: async () => new Response(null, { status: 404 }) } as Pick<Fetcher, 'fetch'> as Fetcher;
    expect((await get('/docs', {}, { ASSETS })).status).toBe(404);
  });
});

describe('a text', () => {
  it.each([
    ['/docs', 'API reference'],
    ['/docs/guide/errors', 'Errors'],
    ['/terms', 'Terms of use'],
  ])('%s stands in the site', async (path, title) => {
    const answer = await get(path);
    expect(answer.headers.get('Content-Type')).toMatch(/^text\/html/);
    const page = await answer.text();
    expect(page).toMatch(/^<!doctype html>/);
    expect(page).toContain(`<title>${title} · Edgematte</title>`);
    expect(page).toContain(
      texts[`/documents${path === '/docs' ? '/reference' : path.replace('/docs/guide/', '/guide-')}.html`].slice(0, 9),
    );
  });

  it('names this deployment', async () => {
    const page = await (await get('/docs')).text();
    expect(page).toContain('curl https://api.example.org/v1.0');
    expect(page).toContain('help@example.org');
  });

  it('is there for programs too', async () => {
    expect(await (await get('/docs/guide.md')).text()).toBe('# Guide');
    const text = await (await get('/llms.txt')).text();
    expect(text).toContain('(https://api.example.org/docs/guide/errors)');
    expect(await (await get('/robots.txt')).text()).toContain('Disallow: /dashboard\n');
    for (const { path } of operations) expect(text).toContain(path);
  });

  it.each(['/llms.txt', '/openapi.json'])(
    '%s has the calls of clients of remove.bg, unless they are closed',
    async (path) => {
      const text = async (env: Changes) => (await get(path, {}, env)).text();
      for (const call of ['/v1.0/removebg', '/v1.0/improve', '/v1.0/account']) {
        expect(await text({})).toContain(call);
        expect(await text({ REMOVEBG_COMPAT: 'off' })).not.toContain(call);
      }
    },
  );
});

it('/ leads those who come from remove.bg to their guide, unless its calls are closed', async () => {
  const strip =
    /Coming from remove\.bg\? [^<]*1 December 2026: <a href="\/docs\/guide\/from-removebg">change one address<\/a>/;
  expect(await (await get('/')).text()).toMatch(strip);
  expect(await (await get('/', {}, { REMOVEBG_COMPAT: 'off' })).text()).not.toMatch(/remove\.bg/);
});

describe('the playground', () => {
  const keyOf = (page: string) => /<meta name="demo-key" content="([^"]*)"/.exec(page)?.[1] ?? null;
  const starter = { Cookie: 'edgematte.start=a-word' };
  const keyFor = async (host: string, env: Changes = { DEMO_KEY: 'test_a' }, headers: HeadersInit = starter) =>
    keyOf(await (await get('/', { headers }, { START_WORD: 'a-word', ...env }, `http://${host}`)).text());

  /** Options that are chosen as people think of them, by their controls. */
  const ownControls: Readonly<Record<string, string>> = {
    ...{ output_format: 'format', output_quality: 'quality', crop: 'crop', crop_margin: 'margin', aspect: 'shape' },
    ...{ background_color: 'background', background_image: 'background-picture', shadow: 'shadow', scale: 'takes' },
    max_size: 'longest',
  };

  it('offers every operation, and every option of it that is not deprecated, with all its values', async () => {
    const page = await (await get('/')).text();
    for (const { result, encoding, options } of processingOperations) {
      expect(page).toContain(`name="kind" value="${result}"`);
      expect(page).toContain(`name="${result}.encoding" value="${encoding}"`);
      for (const [name, { values, schema }] of Object.entries(options)) {
        if (schema.deprecated === true) {
          expect(page).not.toContain(`data-option="${name}"`);
          continue;
        }
        const control = ownControls[name];
        if (control === undefined) expect(page).toContain(`data-option="${name}"`);
        for (const value of values.filter((each) => typeof each === 'string')) {
          expect(page).toContain(`name="${control ?? `${result}.${name}`}" value="${value}"`);
        }
      }
    }
    for (const control of Object.values(ownControls)) expect(page).toMatch(new RegExp(`(?:name|id)="${control}"`));
    expect(page).not.toContain('geometric"');
    expect(page).not.toContain('Deprecated');
  });

  it('runs under a strict policy and loads only what is served here', async () => {
    const page = await (await get('/')).text();
    expect(page).not.toMatch(/<style|\sstyle=|\son[a-z]+=/);
    for (const [, , text] of page.matchAll(/<script([^>]*)>([^<]*)<\/script>/g)) expect(text).toBe('');
    for (const [, address] of page.matchAll(/\ssrc="([^"]*)"/g)) expect(address).toMatch(/^\/(?!\/)/);
  });

  it('holds no key unless there is a demo key', async () => {
    expect(await keyFor('127.0.0.1:8787', {})).toBeNull();
    expect(await keyFor('127.0.0.1:8787', { DEMO_KEY: '' })).toBeNull();
  });

  it.each(['localhost', '127.0.0.1', '127.3.2.1', '[::1]'])('holds the demo key for %s', async (name) => {
    expect(await keyFor(`${name}:8787`)).toBe('test_a');
  });

  it.each(['api.example.org', 'localhost.example.org', '127.0.0.1.example.org', '10.0.0.1', '[::2]', 'rebound.test'])(
    'holds no demo key for %s, which a strange page may be behind',
    async (name) => {
      expect(await keyFor(`${name}:8787`)).toBeNull();
    },
  );

  it.each([
    ['without the word of this start', {}],
    ['with another word', { Cookie: 'edgematte.start=another' }],
    ['with an empty word', { Cookie: 'edgematte.start=' }],
    ['through a proxy that says so', { ...starter, 'X-Forwarded-For': '192.0.2.1' }],
  ])('holds no demo key %s', async (_, headers) => {
    expect(await keyFor('127.0.0.1:8787', undefined, headers)).toBeNull();
    expect(await keyFor('127.0.0.1:8787', { DEMO_KEY: 'test_a', START_WORD: '' }, headers)).toBeNull();
  });

  it('takes the word of this start from a link, into a cookie for this browser alone', async () => {
    const open = (word: string, host = '127.0.0.1:8787', headers: HeadersInit = {}) =>
      get(`/local/${word}`, { headers, redirect: 'manual' }, { START_WORD: 'a-word' }, `http://${host}`);
    const opened = await open('a-word');
    expect(opened.status).toBe(303);
    expect(opened.headers.get('Location')).toBe('/');
    expect(opened.headers.get('Set-Cookie')).toBe('edgematte.start=a-word; Path=/; HttpOnly; SameSite=Strict');
    for (const refused of [
      await open('another'),
      await open('a-word', 'api.example.org'),
      await open('a-word', '127.0.0.1:8787', { Via: '1.1 proxy' }),
      await get('/local/', {}, { START_WORD: '' }, 'http://127.0.0.1:8787'),
      await get('/local/undefined', {}, {}, 'http://127.0.0.1:8787'),
    ]) {
      expect(refused.status).toBe(404);
      expect(refused.headers.get('Set-Cookie')).toBeNull();
    }
  });

  it('is not kept by anybody, and takes a key as text', async () => {
    const headers = { ...starter, 'If-None-Match': '"one"' };
    const answer = await get('/', { headers }, { DEMO_KEY: 'test_a"b', START_WORD: 'a-word' }, local);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('Cache-Control')).toBe('no-store');
    expect(await answer.text()).toContain('<meta name="demo-key" content="test_a&quot;b"');
  });
});

describe('the OpenAPI document', () => {
  it('is asked for anew each time', async () => {
    expect((await get('/openapi.json')).headers.get('Cache-Control')).toBe('no-cache');
  });

  it('names the origin it was asked at and the support address', async () => {
    for (const origin of ['https://one.example.org', 'https://two.example.org', 'https://one.example.org']) {
      const answer = await pages.request(`${origin}/openapi.json`, {}, environment);
      const document = (await answer.json()) as { servers: unknown; info: { version: string; contact: unknown } };
      expect(document.servers).toEqual([{ url: origin }]);
      expect(document.info.version).toBe('1.5.0');
      expect(document.info.contact).toMatchObject({ email: 'help@example.org' });
    }
  });
});
