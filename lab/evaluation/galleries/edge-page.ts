/** The page of edges: for each photo a sheet, what came out, and whose photo it is. */
import type { Caption } from './captions.ts';

export interface EdgeEntry {
  readonly name: string;
  readonly caption: Caption;
  /** The sheet's path from the page. */
  readonly file: string;
}

/** Links are those of a page in `lab/evaluation/measurements`. */
const introduction = `One crop of each photo at 100 %, on white, black, red and a checkerboard, where the two rows differ most. Above is the plain
way: the network's matte enlarged bilinearly, the photo's own colours (\`MATTE_UPSAMPLING=bilinear\`, \`MATTE_REFINER=off\`,
\`edge_colors=original\`). Below is the service's default (decisions [12](../../docs/decisions/0012-edges.md) and
[13](../../docs/decisions/0013-refiner.md)). \`npm run edge-gallery\` made the sheets; each is a change of its photo
(cut out, cropped, laid on backgrounds) and stays under its licence.`;

/** The whole page, photos numbered in the order given. */
export function edgePage(title: string, entries: readonly EdgeEntry[]): string {
  return `${[`# ${title}`, introduction, ...entries.map(section)].join('\n\n')}\n`;
}

function section({ name, caption, file }: EdgeEntry, index: number): string {
  const subject = caption.caption ?? name;
  const address = file.split('/').map(encodeURIComponent).join('/');
  const origin = [caption.source, caption.licence].filter(Boolean).join(', ');
  const words = [caption.edges, origin && `Photo: ${origin}.`].filter(Boolean).join(' ');
  return `## ${index + 1}. ${subject}

<a href="${address}"><img src="${address}" alt="plain and refined edges on four backgrounds"></a>

${words}`;
}
