/** What the index has of the guide: each of its headings, with what is said under it. */

import { anchorOf } from '../map/anchor.ts';
import { guidePages, guidePath } from '../map/guide-pages.ts';
import { plain } from '../search/plain.ts';
import type { IndexEntry } from '../search/search.ts';
import { failedCalls } from './failed-calls.ts';
import { type GuideTexts, partsOf } from './places.ts';

/** Every heading of every page. */
export function guideEntries({ guide, files }: GuideTexts): readonly IndexEntry[] {
  const headings = guidePages.flatMap(({ name, title, headings: own }) => {
    const text = own === null ? (files.get(name) ?? '') : partsOf(guide, own).join('\n');
    return sectionsOf(text).map(({ heading, body }): IndexEntry => {
      return {
        kind: 'guide',
        title: heading,
        of: title,
        path: `${guidePath(name)}#${anchorOf(heading)}`,
        text: plain(body),
      };
    });
  });
  const costs = failedCalls.map(({ status, what }) => `${status ?? ''} ${what}`).join(' ');
  return [
    ...headings,
    {
      kind: 'guide',
      title: 'What a failed call costs',
      of: 'Costs of failed calls',
      path: '/docs/failed-calls',
      text: plain(costs),
    },
  ];
}

/** A text cut at its headings. A line of a sample may begin like one. */
function sectionsOf(text: string): readonly { readonly heading: string; readonly body: string }[] {
  const samples: string[] = [];
  const marked = text.replace(/^ *```.*?^ *```/gms, (sample) => `\0${samples.push(sample) - 1}\0`);
  const parts = marked.split(/^(?=#+ )/m).filter((part) => part.startsWith('#'));
  return parts.map((part) => {
    const [line, ...rest] = part.split('\n');
    const body = rest.join('\n').replace(/\0(\d+)\0/g, (_, index) => samples[Number(index)]);
    return { heading: line.replace(/^#+ /, ''), body };
  });
}
