/** The page of clicks: for each photo a sheet, what was wrong and what the click made of it, and whose photo it is. */
import type { Caption } from './captions.ts';

export interface PointsEntry {
  readonly name: string;
  readonly caption: Caption;
  /** The sheet's path from the page. */
  readonly file: string;
}

/** Links are those of a page in `lab/evaluation/measurements`. */
const introduction = `Photos that the networks get wrong, and what one click makes of them (\`keep_points\`, \`drop_points\`;
[decision 62](../../docs/decisions/0062-points.md)): the photo with the click, the cutout without it, and with it. \`npm run points-gallery\`
made the sheets; each is a change of its photo and stays under its licence.`;

/** The whole page, photos numbered in the order given. @param notes said above the photos, in Markdown: how they were chosen */
export function pointsPage(title: string, notes: string, entries: readonly PointsEntry[]): string {
  const parts = [`# ${title}`, introduction, notes, ...entries.map(section)];
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

function section({ name, caption, file }: PointsEntry, index: number): string {
  const subject = caption.caption ?? name;
  const address = file.split('/').map(encodeURIComponent).join('/');
  const options = (['keep', 'drop'] as const).flatMap((kind) =>
    caption[kind] ? [`\`${kind}_points=${caption[kind]}\``] : [],
  );
  const origin = [caption.source, caption.licence].filter(Boolean).join(', ');
  const words = [caption.clicked, `${options.join(', ')}.`, origin && `Photo: ${origin}.`].filter(Boolean).join(' ');
  return `## ${index + 1}. ${subject}

<img src="${address}" alt="the photo with the click, the cutout before it and after it">

${words}`;
}
