/** The guide's two tables of options say what the declaration in `contract/` says. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { optionNames, processingOperations } from '../../../contract/operations.ts';
import { inProject } from '../../../local/root.ts';

const guide = readFileSync(inProject('docs/guide.md'), 'utf8');

/** Rows of the table under a heading of columns, by the option that each begins with. */
function rowsUnder(heading: string): ReadonlyMap<string, readonly string[]> {
  const [, table = ''] = guide.split(`${heading}\n`);
  const [, body] = /^\|[-|]+\|\n((?:\|.*\n)+)/.exec(table) ?? [];
  const cells = (row: string) =>
    row
      .slice(1, -1)
      .split(/(?<!\\)\|/)
      .map((cell) => cell.trim());
  return new Map(
    (body ?? '')
      .trimEnd()
      .split('\n')
      .map((row) => [cells(row)[0].replaceAll('`', ''), cells(row).slice(1)]),
  );
}

const own = rowsUnder('| Option | Operations | Default | Values |');
const ofOutput = rowsUnder('| Option | Default | Values |');

/** Numbers of the operations that have an option, as the guide counts them: "1–4", "1, 2". */
function operationsWith(option: string): string {
  const numbers = processingOperations.flatMap(({ options }, index) => (option in options ? [index + 1] : []));
  const [first, last] = [numbers[0], numbers[numbers.length - 1]];
  return numbers.length > 2 ? `${first}–${last}` : numbers.join(', ');
}

const declared = (name: string) => {
  const found = processingOperations.map(({ options }) => options[name]).find((option) => option);
  if (!found) throw new Error(`No operation has ${name}`);
  return found;
};

test('every option stands in one of the two, and nothing else does', () => {
  expect([...own.keys(), ...ofOutput.keys()].sort()).toEqual([...optionNames].sort());
});

describe.each([...own])('%s', (name, [operations, standard, meaning]) => {
  test('has its operations and its default', () => {
    const { default: absent } = declared(name).schema;
    expect(operations).toBe(operationsWith(name));
    expect(standard.replaceAll('`', '')).toBe(absent === undefined ? '' : String(absent));
  });

  test('has its words', () => {
    const { values, schema } = declared(name);
    const words = values.filter((value) => typeof value === 'string' && value !== schema.default);
    for (const word of words) expect(meaning).toContain(`\`${word}\``);
  });
});

describe.each([...ofOutput])('%s', (name, [standard, values]) => {
  test('has its words and its numbers', () => {
    const { values: words, schema } = declared(name);
    for (const word of words) expect(`${standard} ${values}`).toContain(`\`${word}\``);
    for (const bound of [schema.minimum, schema.maximum]) {
      if (bound !== undefined) expect(values).toContain(Number(bound).toLocaleString('en'));
    }
  });
});
