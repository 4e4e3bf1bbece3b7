import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { operationNamed } from '../../../../src/contract/operations.ts';
import { UsageError } from '../../../../src/wire/command-line/program.ts';
import { kinds } from './kinds.ts';
import { chosenOptions, optionsOf } from './options.ts';

function chosen(id: (typeof kinds)[number]['id'], ...values: [string, string][]) {
  return chosenOptions(id, { words: [], values: new Map(values) });
}

/** An option as it is typed. */
const typed = (name: string) => ({ keep_points: 'keep', drop_points: 'drop' })[name] ?? name.replaceAll('_', '-');

test('a command has each declared option that is not deprecated', () => {
  for (const { id } of kinds) {
    const declared = Object.keys(operationNamed(id).options).filter((name) => name !== 'include_shadow');
    expect(optionsOf(id).map(({ name }) => name)).toEqual(declared.map(typed));
  }
  expect(optionsOf('image-without-background').find(({ name }) => name === 'crop')).toEqual({
    name: 'crop',
    placeholder: 'none|subject',
    meaning: expect.stringMatching(/^What is cut off.*; default none$/),
  });
});

test('options are sent as they were typed', () => {
  const values = [
    ['crop', 'subject'],
    ['crop-margin', '5% 10px'],
    ['output-format', 'webp'],
    ['out', 'x'],
  ] as const;
  expect(chosen('image-without-background', ...values.map(([name, value]): [string, string] => [name, value]))).toEqual(
    { texts: { output_format: 'webp', crop: 'subject', crop_margin: '5% 10px' }, files: {} },
  );
});

test('a file is read, and known again by what it holds', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'edgematte-options-'));
  const write = (name: string, text: string) => {
    const file = path.join(folder, name);
    writeFileSync(file, text);
    return chosen('image-without-background', ['background-image', file]);
  };
  try {
    const [one, copy, other] = [write('a.jpg', 'beach'), write('b.jpg', 'beach'), write('c.jpg', 'wood')];
    expect(await one.files.background_image.text()).toBe('beach');
    expect(one.texts.background_image).toMatch(/^[0-9a-f]{64}$/);
    expect(copy.texts).toEqual(one.texts);
    expect(other.texts).not.toEqual(one.texts);
    const missing = path.join(folder, 'none.jpg');
    expect(() => chosen('image-without-background', ['background-image', missing])).toThrow(
      `--background-image: Cannot read ${missing}`,
    );
    expect(() => chosen('image-without-background', ['background-image', folder])).toThrow(UsageError);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('each wrong value and each contradiction that the contract declares is an error of usage', () => {
  let tried = 0;
  for (const { id } of kinds) {
    const { options, contradictions = [] } = operationNamed(id);
    const given = [
      ...Object.entries(options).flatMap(([name, { wrong }]) => wrong.map(({ example }) => ({ [name]: example }))),
      ...contradictions.map((contradiction) => contradiction.given),
    ];
    for (const values of given.filter((candidate) => !('include_shadow' in candidate))) {
      const words = Object.entries(values).map(([name, value]): [string, string] => [typed(name), value]);
      expect(() => chosen(id, ...words), JSON.stringify(values)).toThrow(/^--[a-z-]+: /);
      tried++;
    }
  }
  expect(tried).toBeGreaterThan(20);
});
