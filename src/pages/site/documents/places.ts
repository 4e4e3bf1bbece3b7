/**
 * Where the headings and files of the guide are on the site, so that links between them work there as they do in the
 * folder `docs`.
 */
import { posix } from 'node:path';
import { anchorOf } from '../map/anchor.ts';
import { guidePages, guidePath } from '../map/guide-pages.ts';

export interface GuideTexts {
  /** `docs/guide.md`, which is cut into pages. */
  readonly guide: string;
  /** Files of `docs/guides`, each a page, by their name without `.md`. */
  readonly files: ReadonlyMap<string, string>;
}

/** Parts of the guide, each from its heading of the second level on. */
export function partsOf(guide: string, headings: readonly string[]): string[] {
  const sections = sectionsOf(guide);
  return headings.map((heading) => sections.get(heading) ?? '');
}

/**
 * The path and anchor on the site of each file and heading.
 * @returns by file in `docs` and anchor: `guide.md#errors`, `guides/batch.md`
 * @throws Error where a heading of the guide is on no page or on two
 */
export function placesOf({ guide, files }: GuideTexts): Map<string, string> {
  const places = new Map<string, string>([['guide.md', guidePath('')]]);
  const add = (file: string, name: string, text: string) => {
    // A line of a sample may begin like a heading.
    for (const [, heading] of text.replace(/^ *```.*?^ *```/gms, '').matchAll(/^#+ (.*)$/gm)) {
      places.set(`${file}#${anchorOf(heading)}`, `${guidePath(name)}#${anchorOf(heading)}`);
    }
  };
  const sections = sectionsOf(guide);
  const left = new Set(sections.keys());
  for (const { name, headings } of guidePages) {
    for (const heading of headings ?? []) {
      if (!left.delete(heading)) throw new Error(`The guide has no heading "${heading}" that is on no page yet`);
      add('guide.md', name, sections.get(heading) ?? '');
    }
  }
  if (left.size > 0) throw new Error(`These headings of the guide are on no page: ${[...left].join(', ')}`);
  for (const [name, text] of files) {
    places.set(`guides/${name}.md`, guidePath(name));
    add(`guides/${name}.md`, name, text);
  }
  return places;
}

/**
 * Where a link leads on the site.
 * @param file that has the link, in `docs`
 * @returns null for files that the site does not have
 * @throws Error for a heading that there is not
 */
export function linkTarget(href: string, file: string, places: ReadonlyMap<string, string>): string | null {
  if (/^(https?:|mailto:|\/)/.test(href)) return href;
  const [target, anchor] = href.split('#');
  const found = target === '' ? file : posix.join(posix.dirname(file), target);
  if (!places.has(found)) return null;
  const place = places.get(anchor === undefined ? found : `${found}#${anchor}`);
  if (place === undefined) throw new Error(`No page of the guide has ${href}`);
  return place;
}

/** The parts of the guide by their heading of the second level, which each begins with. */
function sectionsOf(guide: string): Map<string, string> {
  const [, ...parts] = guide.split(/^(?=## )/m);
  return new Map(parts.map((part) => [part.slice(3, part.indexOf('\n')), part]));
}
