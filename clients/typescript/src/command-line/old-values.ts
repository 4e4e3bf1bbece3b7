/** What of a call of remove.bg is otherwise here: values, error codes and timeouts. Fields and codes are those of the service's own tables. */
import { errorCodes, strangeCodes } from '../../../../src/contract/removebg/codes.ts';
import { type Becomes, type ValueRow, valueRows } from '../../../../src/contract/removebg/values.ts';

/** What is said of a place that was found. */
export interface Said {
  readonly found: string;
  readonly advice: string;
  /** Whether nothing has to be changed. */
  readonly stays: boolean;
}

/** What is found in a line of a file that calls remove.bg. */
export function oldWordsIn(line: string): Said[] {
  return [...valuesIn(line), ...codesIn(line), ...timeoutsIn(line)];
}

/** Values that are passed over or drawn as others, whatever is sent beside them, with one case of its own: cars. */
const values = [...new Set(valueRows.map(({ field }) => field))].flatMap((field) => {
  const rows = valueRows.filter((row) => row.field === field);
  return [...new Set(rows.filter(isPlain).flatMap((row) => row.values))].flatMap((value) => {
    const plain = rows.find((row) => isPlain(row) && row.values.includes(value));
    const words = plain && wordsOf(plain.becomes);
    // Beside another field it may be drawn: a line does not show what is sent with it.
    const maySend = rows.some(
      ({ beside, becomes, ...row }) =>
        beside && beside.type === undefined && becomes === 'drawn' && row.values.includes(value),
    );
    if (!words || maySend) return [];
    const ofCar = rows.find((row) => row.beside?.type === 'car' && row.values.includes(value));
    const otherwise = ofCar && (wordsOf(ofCar.becomes) ?? 'is drawn');
    const advice = `${field}=${value} ${words}${otherwise && otherwise !== words ? `; with type=car it ${otherwise}` : ''}`;
    return [{ pattern: assignment(field, value), advice }];
  });
});

function isPlain({ beside }: ValueRow): boolean {
  return beside === undefined;
}

/** Null where the value is drawn as it is, or refused as there. */
function wordsOf(becomes: Becomes): string | null {
  if (becomes === 'ignored') return 'cannot change the picture: it is passed over, and named in X-Ignored';
  if (becomes === 'drawn' || 'code' in becomes) return null;
  return `is drawn as ${becomes.drawnAs}, and named in X-Substituted`;
}

/** A field with a value, as code, forms and command lines write it. */
function assignment(field: string, value: string): RegExp {
  const [name, word] = [field, value].map((text) => text.replace(/[^\w]/g, String.raw`\$&`));
  return new RegExp(String.raw`(?<![\w-])${name}['"\]]{0,2}\s{0,3}(?:[:=,]|=>)\s{0,3}['"]?${word}(?![\w%.-])`, 'i');
}

function valuesIn(line: string): Said[] {
  return values.flatMap(({ pattern, advice }) => {
    const [found] = pattern.exec(line) ?? [];
    return found === undefined ? [] : [{ found, advice, stays: false }];
  });
}

const codePattern = new RegExp(
  `['"\`](${[...Object.keys(errorCodes), ...Object.keys(strangeCodes)].join('|')})['"\`]`,
  'g',
);

function codesIn(line: string): Said[] {
  return [...line.matchAll(codePattern)].map(([, code]) => {
    const here = Object.hasOwn(strangeCodes, code) ? strangeCodes[code] : undefined;
    return here === undefined
      ? { found: code, advice: 'error codes: they are the same here', stays: true }
      : { found: code, advice: `the error ${code} is ${here} here`, stays: false };
  });
}

/** Seconds within which a call ends. */
const longestCall = 90;
const timeoutPatterns = [
  /\b(\w{0,20}timeout(?:_?ms)?)\b['"\])]{0,2}\s{0,3}(?:[:=,(]|=>)\s{0,3}(\d[\d_]{0,8})\b/i,
  /\b(setTimeout)\(.{0,120}?abort.{0,80}?,\s{0,3}(\d[\d_]{0,8})\s{0,3}\)/i,
];

function timeoutsIn(line: string): Said[] {
  return timeoutPatterns.flatMap((pattern) => {
    const [found, name = '', digits = ''] = pattern.exec(line) ?? [];
    if (found === undefined) return [];
    const count = Number(digits.replaceAll('_', ''));
    const seconds = count >= 1000 || /ms$|^setTimeout$/i.test(name) ? count / 1000 : count;
    if (seconds === 0 || seconds >= longestCall) return [];
    const advice = `give a call ${longestCall} s: one that is given up sooner may be paid, and its repeat is paid again`;
    return [{ found, advice, stays: false }];
  });
}
