/** Texts of the OpenAPI document, and lists of what they define, as HTML. */
import { raw } from 'hono/html';
import { Marked } from 'marked';
import type { Definition } from './described.ts';

const marked = new Marked();

/** A text of several paragraphs. Its headings are below those of the page. */
export function Text({ markdown }: { readonly markdown: string }) {
  return raw(marked.parse(inWords(markdown), { async: false }));
}

/** A text of one paragraph, without its element. */
export function Line({ markdown }: { readonly markdown: string }) {
  return raw(marked.parseInline(inWords(markdown), { async: false }));
}

/** Each with an anchor, which its name leads to. */
export function Definitions({ of }: { readonly of: readonly Definition[] }) {
  return (
    <dl class="members">
      {of.map(({ name, anchor, note, markdown }) => (
        <div id={anchor}>
          <dt>
            <a href={`#${anchor}`}>
              <code>{name}</code>
            </a>{' '}
            <span class="note">{note}</span>
          </dt>
          <dd>
            <Line markdown={markdown} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function inWords(markdown: string): string {
  return markdown.replaceAll('`x-beyond-contract`', '*beyond the contract*');
}
