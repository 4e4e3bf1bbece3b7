/** The pages of the documentation as the build makes them: their size, and whether every link between them leads to its place. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Hono } from 'hono';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { entryKinds, type IndexEntry } from '../search/search.ts';
import { attributeOf, linksOf, partsOf } from '../testing/html.ts';
import type { Visited } from '../visit/visit.tsx';
import { buildDocuments } from './build.ts';
import { documentRoutes } from './documents.tsx';

const directory = mkdtempSync(path.join(tmpdir(), 'edgematte-built-'));
const read = (file: string) => readFileSync(path.join(directory, file), 'utf8');
const assets = {
  fetch: async (input: RequestInfo | URL) => new Response(read(new URL(String(input)).pathname)),
} as Pick<Fetcher, 'fetch'> as Fetcher;

const app = new Hono<Visited>();
for (const [at, answer] of Object.entries(documentRoutes.pages)) app.get(at, answer);

/** HTML by path. */
const pages = new Map<string, string>();
const pageAt = (at: string) => pages.get(at) ?? '';
const idsIn = (html: string) => [...html.matchAll(/\sid="([^"]*)"/g)].map(([, id]) => id);

beforeAll(async () => {
  await buildDocuments(path.join(directory, 'documents'));
  for (const at of Object.keys(documentRoutes.pages)) {
    pages.set(at, await (await app.request(`http://127.0.0.1:8787${at}`, {}, { ASSETS: assets })).text());
  }
});
afterAll(() => rmSync(directory, { recursive: true }));

describe.each(Object.keys(documentRoutes.pages))('%s', (at) => {
  test('has at most 60 kB of HTML before compression', () => {
    const bytes = Buffer.byteLength(pageAt(at));
    expect(bytes).toBeGreaterThan(1000);
    expect(bytes).toBeLessThanOrEqual(60_000);
  });

  test('has each anchor once, and links to anchors that are there', () => {
    const ids = idsIn(pageAt(at));
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
    for (const [href] of linksOf(pageAt(at))) {
      const { pathname, hash } = new URL(href, `http://127.0.0.1:8787${at}`);
      const target = pages.get(pathname);
      if (hash && target !== undefined) expect(idsIn(target), href).toContain(hash.slice(1));
    }
  });
});

describe('the index', () => {
  const entries = (): readonly IndexEntry[] => JSON.parse(read('documents/search.json'));

  test('has places of every kind, each of which is there', () => {
    for (const kind of entryKinds) expect(entries().filter((entry) => entry.kind === kind).length).toBeGreaterThan(8);
    for (const { path: at } of entries()) {
      const [page, anchor] = at.split('#');
      expect(pages.has(page), at).toBe(true);
      if (anchor !== undefined) expect(idsIn(pageAt(page)), at).toContain(anchor);
    }
  });

  test('is listed on its page as a whole', () => {
    const links = new Set(linksOf(pageAt('/docs/index')).map(([href]) => href));
    for (const { path: at } of entries()) expect(links).toContain(at);
  });

  test('has every field, header and error code that the reference has an anchor for', () => {
    const listed = new Set(entries().map(({ path: at }) => at));
    for (const [at, html] of pages) {
      if (!at.startsWith('/docs/reference/')) continue;
      const lists = partsOf(html, 'dl', 'class="members"').join('');
      for (const field of lists.match(/<div id="[^"]*">/g) ?? []) {
        const place = `${at}#${attributeOf(field, 'id')}`;
        // A header of a request is listed where it is described once for all operations.
        if (!/\.(idempotency-key|x-request-id)$/.test(place)) expect(listed).toContain(place);
      }
    }
  });
});

test('a link to an operation of the former single page leads to where it is now', () => {
  const entry = partsOf(pageAt('/docs'), 'li', 'id="alpha-channel"');
  expect(entry.flatMap(linksOf).map(([href]) => href)).toEqual(['/docs/reference/mattes#alpha-channel']);
});

test('what to do about an error is in the guide, for each code of the reference', () => {
  const advice = linksOf(pageAt('/docs/reference/errors')).filter(([href]) => href.startsWith('/docs/guide/errors#'));
  expect(advice.length).toBeGreaterThan(20);
});
