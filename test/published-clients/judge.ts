/** Whether what a client got is what its case says. */
import { type Case, cases, type Picture } from './cases.ts';
import type { Said } from './programs/program.ts';
import type { Shown } from './shown.ts';

/** What a client said of a case, and what its picture shows. */
export interface Got extends Said {
  readonly shown: Shown | null;
}

/** What each client got, by the words of the case. */
export type GotByCase = Readonly<Record<string, Got>>;

/**
 * What is wrong; nothing where the case passed.
 * @param others what the same client got for other cases
 * @param reference what curl got for all of them: every client's picture is the same
 */
export function faultsOf({ what, expected }: Case, others: GotByCase, reference: GotByCase): string[] {
  const got = others[what];
  if (!got) return ['it was not run'];
  if ('credits' in expected) return got.credits === expected.credits ? [] : [`credits: ${got.credits}`];
  if ('code' in expected) {
    if (got.status === undefined && got.code === undefined) return ['it was not refused'];
    const wrong = (['status', 'code'] as const).filter(
      (each) => got[each] !== undefined && got[each] !== expected[each],
    );
    return wrong.map((each) => `${each}: ${got[each]}`);
  }
  if (!got.shown) return [`no picture: ${JSON.stringify(got)}`];
  const { unlike } = expected.picture;
  return [
    ...faultsOfPicture(got.shown, expected.picture),
    ...(got.charged === undefined || got.charged === '1' ? [] : [`charged: ${got.charged}`]),
    ...(got.type === undefined || expected.picture.type === undefined || got.type === expected.picture.type
      ? []
      : [`type: ${got.type}`]),
    ...(got.shown.digest === reference[what]?.shown?.digest ? [] : ['not the picture that curl gets']),
    ...(unlike && got.shown.digest === reference[unlike]?.shown?.digest ? [`the same as ${unlike}`] : []),
  ];
}

function faultsOfPicture(shown: Shown, { format, size, channels, corner }: Picture): string[] {
  if (format === 'zip') return shown.format === 'zip' ? [] : [`format: ${shown.format}`];
  const found = { format: shown.format, size: `${shown.size}`, channels: shown.channels };
  const wanted = { format, size: `${size}`, channels };
  const names = Object.keys(wanted) as (keyof typeof wanted)[];
  const wrong = names.filter((name) => found[name] !== wanted[name]).map((name) => `${name}: ${found[name]}`);
  if (corner && !corner.every((value, at) => Math.abs(value - shown.corner[at]) <= 3)) {
    wrong.push(`corner: ${shown.corner}`);
  }
  // A cutout, or its matte, keeps something and takes something away.
  const isWhole = channels === 3 || corner !== undefined;
  return isWhole || `${shown.range}` === '0,255' ? wrong : [...wrong, `alpha: ${shown.range}`];
}

/** @throws Error where no case is called so */
export function caseCalled(what: string): Case {
  const found = cases.find((each) => each.what === what);
  if (!found) throw new Error(`There is no case ${what}`);
  return found;
}
