import { expect, test } from 'vitest';
import { operationNamed } from '../../../../src/contract/operations.ts';
import { kinds } from './kinds.ts';
import { chosenOptions, optionsOf } from './options.ts';

function chosen(id: (typeof kinds)[number]['id'], ...values: [string, string][]) {
  return chosenOptions(id, { words: [], values: new Map(values) });
}

test('a command takes each declared option that is not deprecated', () => {
  for (const { id } of kinds) {
    const declared = Object.keys(operationNamed(id).options).filter(
      (name) => name !== 'include_shadow' && name !== 'background_image',
    );
    expect(optionsOf(id).map(({ name }) => name)).toEqual(declared.map((name) => name.replaceAll('_', '-')));
  }
  expect(optionsOf('image-without-background').find(({ name }) => name === 'crop')).toEqual({
    name: 'crop',
    placeholder: 'none|subject',
    meaning: expect.stringMatching(/^What is cut off.*; default none$/),
  });
});

test('what is given goes out as it was typed', () => {
  const values = [
    ['crop', 'subject'],
    ['crop-margin', '5% 10px'],
    ['output-format', 'webp'],
    ['out', 'x'],
  ] as const;
  expect(chosen('image-without-background', ...values.map(([name, value]): [string, string] => [name, value]))).toEqual(
    {
      output_format: 'webp',
      crop: 'subject',
      crop_margin: '5% 10px',
    },
  );
});

test('each wrong value and each contradiction that the contract declares is an error of usage', () => {
  let tried = 0;
  for (const { id } of kinds) {
    const { options, contradictions = [] } = operationNamed(id);
    const given = [
      ...Object.entries(options).flatMap(([name, { wrong }]) => wrong.map(({ example }) => ({ [name]: example }))),
      ...contradictions.map((contradiction) => contradiction.given),
    ];
    for (const values of given.filter(
      (candidate) => !('include_shadow' in candidate || 'background_image' in candidate),
    )) {
      const typed = Object.entries(values).map(([name, value]): [string, string] => [name.replaceAll('_', '-'), value]);
      expect(() => chosen(id, ...typed), JSON.stringify(values)).toThrow(/^--[a-z-]+: /);
      tried++;
    }
  }
  expect(tried).toBeGreaterThan(20);
});
