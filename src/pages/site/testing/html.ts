/** What a page shows, read from its HTML, for tests. */

/** A form of a page, and what it sends where nothing is filled in. */
export interface ShownForm {
  readonly method: string;
  readonly action: string;
  /** In their order; boxes and radio buttons as far as they are chosen. */
  readonly fields: readonly (readonly [name: string, value: string])[];
  readonly html: string;
}

const entities: Readonly<Record<string, string>> = {
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&amp;': '&',
};

/** What is read of a part of a page: its text, one space between words. */
export function textOf(html: string): string {
  const text = html.replace(/<[^>]*>/g, ' ').replace(/&(?:lt|gt|quot|#39|amp);/g, (entity) => entities[entity]);
  return text.replace(/\s+/g, ' ').trim();
}

/** The first element of that tag whose opening has these words; an empty text where there is none. */
export function partOf(html: string, tag: string, words = ''): string {
  return partsOf(html, tag, words)[0] ?? '';
}

/** All such elements, which hold none of their own tag. */
export function partsOf(html: string, tag: string, words = ''): string[] {
  const all = html.match(new RegExp(`<${tag}(?=[\\s>])[^>]*>.*?</${tag}>`, 'gs')) ?? [];
  return all.filter((part) => part.slice(0, part.indexOf('>')).includes(words));
}

/** The cells of each row of a page's tables, heads left out. */
export function rowsOf(html: string): string[][] {
  const bodies = partsOf(html, 'tbody').join('');
  return partsOf(bodies, 'tr').map((row) => (row.match(/<(t[hd])[\s>].*?<\/\1>/gs) ?? []).map(textOf));
}

/** Addresses of the links, each with its words. */
export function linksOf(html: string): (readonly [address: string, words: string])[] {
  return partsOf(html, 'a').map((link) => [attributeOf(link, 'href') ?? '', textOf(link)]);
}

/** The forms of a page. */
export function formsOf(html: string): ShownForm[] {
  return partsOf(html, 'form').map((form) => ({
    method: attributeOf(form, 'method') ?? 'get',
    action: attributeOf(form, 'action') ?? '',
    fields: (form.match(/<input[^>]*>/g) ?? []).flatMap((input) => fieldOf(input)),
    html: form,
  }));
}

/** What was said of the last step: the kind of each notice, and its text. */
export function noticesOf(html: string): (readonly [kind: string, text: string])[] {
  return [...html.matchAll(/<div class="notice ?(\w*)"[^>]*>(.*?)<\/div>/gs)].map(([, kind, text]) => [
    kind,
    textOf(text),
  ]);
}

/** The value of an attribute of the first tag; null where it has none. */
export function attributeOf(html: string, name: string): string | null {
  const tag = html.slice(0, html.indexOf('>') + 1);
  const found = new RegExp(`\\s${name}="([^"]*)"`).exec(tag);
  return found ? found[1].replace(/&(?:lt|gt|quot|#39|amp);/g, (entity) => entities[entity]) : null;
}

function fieldOf(input: string): (readonly [string, string])[] {
  const [name, type] = [attributeOf(input, 'name'), attributeOf(input, 'type')];
  const isChosen = (type !== 'checkbox' && type !== 'radio') || /\schecked=/.test(input);
  return name !== null && isChosen ? [[name, attributeOf(input, 'value') ?? '']] : [];
}
