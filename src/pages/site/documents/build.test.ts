/** What becomes of the guide's Markdown when the site is built. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inProject } from '../../../local/root.ts';
import { guidePages, guidePath } from '../map/guide-pages.ts';
import { referencePages } from '../map/reference-pages.ts';
import { attributeOf, linksOf, partOf, partsOf, textOf } from '../testing/html.ts';
import { buildDocuments } from './build.ts';

const directory = mkdtempSync(path.join(tmpdir(), 'edgematte-documents-'));
const read = (name: string) => readFileSync(path.join(directory, 'made', name), 'utf8');
const pageFile = (name: string) => `guide-${name || 'start'}.html`;
const whole = () => guidePages.map(({ name }) => read(pageFile(name))).join('');

beforeAll(() => buildDocuments(path.join(directory, 'made')));
afterAll(() => rmSync(directory, { recursive: true }));

test('each page of the guide is a file, beside the reference, the texts of the operator, and all of it as one text', () => {
  expect(readdirSync(path.join(directory, 'made')).sort()).toEqual(
    [
      ...guidePages.map(({ name }) => pageFile(name)),
      'accessibility.html',
      'guide.md',
      'index.html',
      'privacy.html',
      'reference.html',
      ...referencePages.map(({ name }) => `reference-${name}.html`),
      'search.json',
      'terms.html',
    ].sort(),
  );
});

test('the operator has texts of their own, the others stay', async () => {
  const terms = path.join(directory, 'terms.md');
  writeFileSync(terms, '# Our terms\n\n<!-- networks -->');
  await buildDocuments(path.join(directory, 'own'), { terms });
  const own = (name: string) => readFileSync(path.join(directory, 'own', name), 'utf8');
  expect(own('terms.html')).toMatch(/>Our terms<[\s\S]*Licence of its weights/);
  expect(own('privacy.html')).toBe(read('privacy.html'));
});

describe('a page', () => {
  test('begins with one heading of the first level, which is its title where it is cut from the guide', () => {
    for (const { name, title, headings } of guidePages) {
      const html = read(pageFile(name));
      const tops = partsOf(html, 'h1').map(textOf);
      expect([name, tops.length, html.startsWith('<h1 id=')]).toEqual([name, 1, true]);
      if (headings !== null) expect(tops[0]).toBe(title);
    }
  });

  test('has its headings, each with the anchor that GitHub gives it', () => {
    for (const { name, title, headings } of guidePages) {
      const shown = partsOf(read(pageFile(name)), 'h2').map(textOf);
      for (const heading of headings ?? []) if (heading !== title) expect(shown).toContain(heading);
    }
    const heads = whole().match(/<h[1-6] id="[^"]*">/g) ?? [];
    expect(heads.length).toBeGreaterThan(50);
    for (const head of heads) expect(attributeOf(head, 'id')).toMatch(/^[\p{L}\p{N}_-]+$/u);
    expect(read('guide-errors.html')).toContain('<h2 id="idempotency-key">');
  });

  test('links to pages of the site alone, to anchors that are there, and elsewhere as it stands', () => {
    const anchors = new Map<string, Set<string>>(
      guidePages.map(({ name }) => [
        guidePath(name),
        new Set([...read(pageFile(name)).matchAll(/ id="([^"]*)"/g)].map(([, id]) => id)),
      ]),
    );
    const links = linksOf(whole()).map(([href]) => href);
    expect(links.some((href) => href.includes('#'))).toBe(true);
    for (const href of links) {
      if (/^(https?:|mailto:)/.test(href)) continue;
      const [target, anchor] = href.split('#');
      expect(href).toMatch(/^\//);
      if (anchor !== undefined && anchors.has(target))
        expect([href, anchors.get(target)?.has(anchor)]).toEqual([href, true]);
    }
  });

  test('has no line that only names a file which the site does not have', () => {
    expect(readFileSync(inProject('docs/guide.md'), 'utf8')).toContain('[Errors by kind](results.md');
    expect(read('guide-formats.html')).not.toContain('Errors by kind');
  });

  test('has samples to be copied, as text, counted by page', () => {
    const html = read('guide-operations.html');
    const samples = html.split('<div class="samples">').slice(1);
    const alone = samples.filter((sample) => !sample.includes('class="languages"'));
    expect(alone.length).toBeGreaterThan(3);
    for (const [index, sample] of alone.entries()) {
      const id = `sample-${index + 1}`;
      const bar = partOf(sample, 'div', 'class="bar"');
      expect(bar).toContain(`<button type="button" class="quiet small" data-copy="${id}" hidden>Copy</button>`);
      expect(textOf(partOf(bar, 'span'))).toMatch(/^(Shell|JavaScript|TypeScript|Python|JSON|)$/);
      expect(sample).toContain(`${bar}<pre id="${id}" tabindex="0"><code>`);
      expect(textOf(partOf(sample, 'pre'))).not.toBe('');
      expect(partOf(sample, 'code').slice('<code>'.length, -'</code>'.length)).not.toMatch(/[<>"]/);
    }
  });

  test('has samples of the same call in one place, with a choice of its language', () => {
    const html = read('guide-operations.html');
    const calls = html.split('<div class="samples">').filter((sample) => sample.includes('class="languages"'));
    expect(calls).toHaveLength(2);
    for (const [index, call] of calls.entries()) {
      expect(partsOf(call, 'label').map(textOf)).toEqual(['curl', 'TypeScript', 'Python']);
      for (const language of ['curl', 'TypeScript', 'Python']) {
        const id = `call-${index + 1}-${language}`;
        expect(call).toContain(`data-copy="${id}"`);
        expect(textOf(partOf(call, 'pre', `id="${id}"`))).toMatch(/image-without-background|alpha-channel/);
      }
    }
    // What follows another in another language, as its output does, stays below it.
    expect(read('guide-batch.html')).not.toContain('class="languages"');
  });

  test('has tables that scroll, with a head where there is one', () => {
    const tables = partsOf(whole(), 'table');
    expect(tables.length).toBeGreaterThan(5);
    expect(whole().match(/<div class="scroll" tabindex="0"><table>/g)).toHaveLength(tables.length);
    expect(tables.some((table) => table.includes('<thead>'))).toBe(true);
    for (const table of tables) {
      const heads = partsOf(partOf(table, 'thead'), 'th');
      for (const head of heads) expect(textOf(head)).not.toBe('');
      const columns = (partOf(table, 'thead').match(/<t[hd][ >]/g) ?? []).length;
      for (const row of partsOf(partOf(table, 'tbody'), 'tr')) {
        if (columns > 0) expect(partsOf(row, 'td')).toHaveLength(columns);
      }
    }
  });

  test('has an anchor for each code of an error, on the first row that names it', () => {
    const html = read('guide-errors.html');
    const rows = partsOf(html, 'tr', ' id="');
    expect(rows.length).toBeGreaterThan(20);
    for (const row of rows) {
      const code = textOf(partsOf(row, 'td')[1]);
      expect(attributeOf(row, 'id')).toBe(code.toLowerCase());
    }
    const ids = rows.map((row) => attributeOf(row, 'id'));
    expect(new Set(ids).size).toBe(ids.length);
  });
});

describe('the guide as one text', () => {
  test('is all of it, with links of the site between its parts', () => {
    const text = read('guide.md');
    const sources = ['guide.md', ...readdirSync(inProject('docs/guides')).map((name) => `guides/${name}`)];
    for (const source of sources) {
      const [title] = readFileSync(inProject(`docs/${source}`), 'utf8').split('\n');
      expect(text).toContain(`${title}\n`);
    }
    expect(text).toContain('](/docs/guide/errors');
    expect(text).not.toMatch(/\]\((?:#|guides\/|\.\.\/guide\.md)/);
  });
});

test('the texts of the operator name nobody but the sample address', () => {
  for (const name of ['terms.html', 'privacy.html']) expect(read(name)).toMatch(/^<h1 id=/);
});
