/** Makes the HTML of the guide, the reference and the operator's texts when the site is built. Runs in Node. */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { Marked, type Tokens } from 'marked';
import { openApiDocument } from '../../contract/openapi.ts';
import type { ShownDocument } from '../reference/openapi-shape.ts';
import { referenceHtml } from '../reference/reference.tsx';
import { guidePages, guidePath } from './guide-pages.ts';
import { sampleOrigin, sampleSupportEmail } from './sample-values.ts';

const here = path.dirname(fileURLToPath(import.meta.url));
const guideFile = path.join(here, '../../../docs/guide.md');

/**
 * Writes one file of HTML for each page of the guide, the reference and each text of `legal/`, and the guide as it is.
 * @param directory `documents` of the site's files, made if need be
 * @throws Error when a heading stands on no page of the guide or on two, or a link leads nowhere
 */
export async function buildDocuments(directory: string): Promise<void> {
  await mkdir(directory, { recursive: true });
  const guide = await readFile(guideFile, 'utf8');
  const sections = sectionsOf(guide);
  const pageOf = placesOf(sections);
  const write = (name: string, html: string) => writeFile(path.join(directory, `${name}.html`), html);
  await writeFile(path.join(directory, 'guide.md'), guide);
  for (const { name, title, headings } of guidePages) {
    const parts = headings.map((heading) => sections.get(heading)).join('\n');
    // The page has its title as heading of the first level; the same once more would say nothing.
    const text = parts.startsWith(`## ${title}\n`) ? parts.replace(/^##/, '#') : `# ${title}\n\n${parts}`;
    await write(`guide-${name || 'start'}`, htmlOf(text, pageOf));
  }
  const description = JSON.stringify(openApiDocument(sampleOrigin, sampleSupportEmail));
  await write('reference', referenceHtml(JSON.parse(description) as ShownDocument));
  for (const name of ['terms', 'privacy']) {
    await write(name, htmlOf(await readFile(path.join(here, 'legal', `${name}.md`), 'utf8'), pageOf));
  }
}

/** The parts of the guide by their heading of the second level, which each begins with. */
function sectionsOf(guide: string): Map<string, string> {
  const [, ...parts] = guide.split(/^(?=## )/m);
  return new Map(parts.map((part) => [part.slice(3, part.indexOf('\n')), part]));
}

/** The page on which each heading of any level stands, by the heading's anchor. @throws Error */
function placesOf(sections: ReadonlyMap<string, string>): Map<string, string> {
  const places = new Map<string, string>();
  const left = new Set(sections.keys());
  for (const { name, headings } of guidePages) {
    for (const heading of headings) {
      if (!left.delete(heading)) throw new Error(`The guide has no heading "${heading}" that is on no page yet`);
      const inside = [...(sections.get(heading) ?? '').matchAll(/^##+ (.*)$/gm)];
      for (const [, text] of inside) places.set(anchorOf(text), guidePath(name));
    }
  }
  if (left.size > 0) throw new Error(`These headings of the guide are on no page: ${[...left].join(', ')}`);
  return places;
}

/** HTML of a text. Each code block gets a button that copies it, each row of errors an anchor by its code. */
function htmlOf(markdown: string, pageOf: ReadonlyMap<string, string>): string {
  let samples = 0;
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth, text }) {
        const anchor = anchorOf(text);
        return `<h${depth} id="${anchor}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
      },
      code({ text }) {
        samples++;
        const id = `sample-${samples}`;
        const button = `<button type="button" class="quiet small" data-copy="${id}" hidden>Copy</button>`;
        return `<div class="sample">${button}<pre id="${id}" tabindex="0"><code>${escaped(text)}</code></pre></div>\n`;
      },
      link({ href, tokens }) {
        const inside = this.parser.parseInline(tokens);
        const target = targetOf(href, pageOf);
        return target === null ? inside : `<a href="${escaped(target)}">${inside}</a>`;
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
  return marked.parse(markdown, { async: false });
}

/** The code of a row of the table of errors: `RATE_LIMITED` becomes `rate_limited`. */
function codeOf(row: readonly Tokens.TableCell[]): string | null {
  const found = /^`([A-Z]+_[A-Z_]+)`$/.exec(row[1]?.text ?? '');
  return found ? found[1].toLowerCase() : null;
}

/** Where a link leads on the site; null for files that the site does not have. @throws Error */
function targetOf(href: string, pageOf: ReadonlyMap<string, string>): string | null {
  if (/^(https?:|mailto:|\/)/.test(href)) return href;
  if (!href.startsWith('#')) return null;
  const page = pageOf.get(href.slice(1));
  if (!page) throw new Error(`No page of the guide has ${href}`);
  return `${page}${href}`;
}

/** As GitHub names headings, so that the same links work in both places. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}_\- ]/gu, '')
    .replaceAll(' ', '-');
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
