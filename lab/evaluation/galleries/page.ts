/** The gallery's page: for each section a Markdown table, a row for each input, and a list of where the photos are from. */
import type { Caption } from './captions.ts';

/** A picture beside the page, labelled where a cell has several, or a text in its place. */
export type Cell =
  | { readonly file: string; readonly shows: string; readonly label?: string }
  | { readonly text: string };

export interface Row {
  readonly name: string;
  readonly section: 'cars' | 'others' | 'failures';
  readonly caption: Caption;
  readonly photo: Cell;
  /** For each background from left to right, the pictures on it from top to bottom. */
  readonly columns: readonly (readonly Cell[])[];
}

const shownPx = 220;
const sections = [
  {
    section: 'cars',
    title: 'Cars',
    words: `\`car-image-without-background\`. Above: without options (windows opened, soft shadow). Below: windows kept
(\`reconstruct_windows=false\`), no shadow (\`shadow_type=none\`), or both.`,
  },
  {
    section: 'others',
    title: 'Other subjects',
    words: '`image-without-background`.',
  },
  {
    section: 'failures',
    title: 'Where it fails',
    words: 'Answers that are not good enough; the list gives the reason.',
  },
] as const;

/** The whole page. Sections without a row are left out; rows are numbered through. */
export function page(title: string, rows: readonly Row[]): string {
  const parts = [
    `# ${title}`,
    `The service's answer to each photo on three backgrounds, cropped to the subject and otherwise unchanged. Click a picture to see
it larger.`,
  ];
  let first = 1;
  for (const { section, title: heading, words } of sections) {
    const own = rows.filter((row) => row.section === section);
    if (own.length === 0) continue;
    parts.push(`## ${heading}`, words, table(own, first), list(own, first));
    first += own.length;
  }
  return `${parts.join('\n\n')}\n`;
}

function table(rows: readonly Row[], first: number): string {
  const heading = '| Photo | On white | On dark | On a checkerboard |\n|---|---|---|---|';
  return [heading, ...rows.map((row, index) => line(row, first + index))].join('\n');
}

function line({ name, caption, photo, columns }: Row, number: number): string {
  const titled = `${cell(photo)}<br>${number}. ${caption.caption ?? name}`;
  const cells = [titled, ...columns.map((column) => column.map(cell).join('<br>'))];
  return `| ${cells.map((text) => oneLine(text).replace(/\|/g, '\\|')).join(' | ')} |`;
}

/** Beneath the table, because long words would take the pictures' room. */
function list(rows: readonly Row[], first: number): string {
  return rows
    .map(({ name, caption: { failure, source, licence } }, index) => {
      const origin = [source, licence].filter(Boolean).join(', ');
      return `${first + index}. ${oneLine([failure, origin || (failure ? '' : name)].filter(Boolean).join(' '))}`;
    })
    .join('\n');
}

function cell(content: Cell): string {
  if ('text' in content) return content.text;
  const { file, shows, label } = content;
  const address = file.split('/').map(encodeURIComponent).join('/');
  const picture = `<a href="${address}"><img src="${address}" width="${shownPx}" alt="${shows}"></a>`;
  return label ? `${picture}<br><sub>${label}</sub>` : picture;
}

function oneLine(text: string): string {
  return text.replace(/\s*\n\s*/g, ' ');
}
