/** Makes the HTML of the guide, the reference and the operator's texts when the site is built. Runs in Node. */
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { Marked, type Token, type Tokens } from 'marked';
import * as z from 'zod';
import { openApiDocument } from '../../../contract/openapi.ts';
import { anchorOf } from '../map/anchor.ts';
import { guidePages } from '../map/guide-pages.ts';
import { referenceFile } from '../map/reference-pages.ts';
import type { ShownDocument } from '../reference/openapi-shape.ts';
import { referenceHtml } from '../reference/reference.tsx';
import { Samples } from '../reference/samples.tsx';
import { referenceEntries } from '../reference/search-entries.ts';
import { guideEntries } from './guide-entries.ts';
import { DocumentationIndex } from './index-page.tsx';
import { type GuideTexts, linkTarget, partsOf, placesOf } from './places.ts';
import { sampleOrigin, sampleSupportEmail } from './sample-values.ts';

const here = path.dirname(fileURLToPath(import.meta.url));
const docs = path.join(here, '../../../../docs');

/** Texts that are the operator's. */
const legalNames = ['terms', 'privacy', 'accessibility'] as const;
export type LegalName = (typeof legalNames)[number];

/**
 * Writes one file of HTML for each page of the guide and of the reference and each text of `legal/`, the guide as one text, and
 * the index.
 * @param directory `documents` of the site's files, made if need be
 * @param legal files of Markdown in place of those of `legal/`
 * @throws Error when a heading is on no page of the guide or on two, or a link leads nowhere
 */
export async function buildDocuments(
  directory: string,
  legal: Readonly<Partial<Record<LegalName, string>>> = {},
): Promise<void> {
  await mkdir(directory, { recursive: true });
  const texts = await readGuide();
  const places = placesOf(texts);
  const write = (name: string, html: string) => writeFile(path.join(directory, `${name}.html`), html);
  await writeFile(path.join(directory, 'guide.md'), asOneText(texts, places));
  for (const { name, title, headings } of guidePages) {
    if (headings === null) {
      await write(`guide-${name}`, htmlOf(texts.files.get(name) ?? '', `guides/${name}.md`, places));
      continue;
    }
    const parts = partsOf(texts.guide, headings).join('\n');
    // The page has its title as heading of the first level; the same once more would say nothing.
    const text = parts.startsWith(`## ${title}\n`) ? parts.replace(/^##/, '#') : `# ${title}\n\n${parts}`;
    await write(`guide-${name || 'start'}`, htmlOf(text, 'guide.md', places));
  }
  const described = openApiDocument({ serverUrl: sampleOrigin, supportEmail: sampleSupportEmail, removebg: true });
  const document = JSON.parse(JSON.stringify(described)) as ShownDocument;
  for (const [name, html] of referenceHtml(document)) await write(referenceFile(name), html);
  const entries = [...referenceEntries(document), ...guideEntries(texts)];
  await writeFile(path.join(directory, 'search.json'), JSON.stringify(entries));
  await write('index', String(DocumentationIndex({ entries })));
  for (const name of legalNames) {
    const text = await readFile(legal[name] ?? path.join(here, 'legal', `${name}.md`), 'utf8');
    await write(name, htmlOf(text.replace('<!-- networks -->', await networksTable()), 'guide.md', places));
  }
}

/** What is shown of `models/manifest.json`. */
const shownManifest = z.object({
  roles: z.record(z.string(), z.string()),
  models: z.record(z.string(), z.object({ purpose: z.string(), licence: z.string() })),
});

/** The networks that play a role, with what each does and the licence of its weights, as a table. */
async function networksTable(): Promise<string> {
  const { roles, models } = shownManifest.parse(
    JSON.parse(await readFile(path.join(here, '../../../../models/manifest.json'), 'utf8')),
  );
  const rows = [...new Set(Object.values(roles))].map((name) => {
    const { purpose, licence } = models[name];
    return `| \`${name}\` | ${purpose} | ${licence} |`;
  });
  return ['| Network | What it does | Licence of its weights |', '|---|---|---|', ...rows].join('\n');
}

/** The guide and its files, as they are in `docs`. @throws Error where a page has no file, or a file no page */
async function readGuide(): Promise<GuideTexts> {
  const names = guidePages.filter(({ headings }) => headings === null).map(({ name }) => name);
  const there = (await readdir(path.join(docs, 'guides'))).map((file) => path.parse(file).name);
  const lost = there.filter((name) => !names.includes(name));
  if (lost.length > 0) throw new Error(`These files of docs/guides are no pages: ${lost.join(', ')}`);
  const files = names.map(
    async (name) => [name, await readFile(path.join(docs, `guides/${name}.md`), 'utf8')] as const,
  );
  return { guide: await readFile(path.join(docs, 'guide.md'), 'utf8'), files: new Map(await Promise.all(files)) };
}

/** For programs that read: everything in one text, with addresses of the site as links between its parts. */
function asOneText({ guide, files }: GuideTexts, places: ReadonlyMap<string, string>): string {
  const texts = [['guide.md', guide], ...[...files].map(([name, text]) => [`guides/${name}.md`, text])];
  return texts
    .map(([file, text]) =>
      text.replace(/\]\(([^)\s]+)\)/g, (link, href: string) => {
        const target = linkTarget(href, file, places);
        return target === null ? link : `](${target})`;
      }),
    )
    .join('\n');
}

/** Languages of samples, as a reader calls them. */
const languages: Readonly<Record<string, string>> = {
  sh: 'Shell',
  js: 'JavaScript',
  ts: 'TypeScript',
  python: 'Python',
  json: 'JSON',
};

/** HTML of a text of `docs`, by its file. Each code block gets a button that copies it, each row of errors an anchor by its code. */
function htmlOf(markdown: string, file: string, places: ReadonlyMap<string, string>): string {
  let samples = 0;
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth, text }) {
        const anchor = anchorOf(text);
        return `<h${depth} id="${anchor}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
      },
      code({ text, lang = '' }) {
        samples++;
        const id = `sample-${samples}`;
        const button = `<button type="button" class="quiet small" data-copy="${id}" hidden>Copy</button>`;
        const bar = `<div class="bar"><span>${languages[lang.split(' ')[0]] ?? ''}</span>${button}</div>`;
        return `<div class="samples">${bar}<pre id="${id}" tabindex="0"><code>${escaped(text)}</code></pre></div>\n`;
      },
      link({ href, tokens }) {
        const inside = this.parser.parseInline(tokens);
        const target = linkTarget(href, file, places);
        return target === null ? inside : `<a href="${escaped(target)}">${inside}</a>`;
      },
      paragraph({ tokens }) {
        // A paragraph of nothing but links to files that the site does not have is left out.
        const leadsNowhere = (token: Token) => token.type === 'link' && linkTarget(token.href, file, places) === null;
        return tokens.every(leadsNowhere) ? '' : `<p>${this.parser.parseInline(tokens)}</p>\n`;
      },
      table(token) {
        const head = token.header.map(({ text, tokens }) =>
          text === '' ? '<td></td>' : `<th scope="col">${this.parser.parseInline(tokens)}</th>`,
        );
        const seen = new Set<string>();
        const rows = token.rows.map((row) => {
          const code = codeOf(row);
          const anchor = code && !seen.has(code) ? ` id="${code}"` : '';
          if (code) seen.add(code);
          const cells = row.map((cell) => `<td>${this.parser.parseInline(cell.tokens)}</td>`);
          return `<tr${anchor}>${cells.join('')}</tr>`;
        });
        const isHeadless = token.header.every(({ text }) => text === '');
        const top = isHeadless ? '' : `<thead><tr>${head.join('')}</tr></thead>`;
        return `<div class="scroll" tabindex="0"><table>${top}<tbody>${rows.join('\n')}</tbody></table></div>\n`;
      },
    },
  });
  return marked.parser(withChoices(marked.lexer(markdown)));
}

/** The same call in these languages, one below the other, is one sample with a choice. */
const sameCall = [
  { lang: 'sh', language: 'curl' },
  { lang: 'ts', language: 'TypeScript' },
  { lang: 'python', language: 'Python' },
] as const;

/** Puts samples of the same call into one. Each gets the id `call-NUMBER`. */
function withChoices(tokens: readonly Token[]): Token[] {
  const shown = tokens.filter(({ type }) => type !== 'space');
  const put: Token[] = [];
  let calls = 0;
  for (let index = 0; index < shown.length; index++) {
    const of = shown.slice(index, index + sameCall.length).flatMap((token, place) => {
      const { lang, language } = sameCall[place];
      return token.type === 'code' && token.lang?.split(' ')[0] === lang
        ? [{ language, source: String(token.text) }]
        : [];
    });
    if (of.length < sameCall.length) {
      put.push(shown[index]);
      continue;
    }
    calls++;
    const text = `${Samples({ id: `call-${calls}`, of })}\n`;
    put.push({ type: 'html', raw: text, text, block: true, pre: false });
    index += sameCall.length - 1;
  }
  return put;
}

/** The code of a row of the table of errors: `RATE_LIMITED` becomes `rate_limited`. */
function codeOf(row: readonly Tokens.TableCell[]): string | null {
  const found = /^`([A-Z]+_[A-Z_]+)`$/.exec(row[1]?.text ?? '');
  return found ? found[1].toLowerCase() : null;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
