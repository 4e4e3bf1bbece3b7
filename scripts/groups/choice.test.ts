import { expect, test } from 'vitest';
import { chooseGroups, type GroupState } from './choice.ts';

const green = (name: string, date: string): GroupState => ({
  name,
  key: name,
  green: { key: name, commit: `commit of ${name}`, date },
});
const states: readonly GroupState[] = [
  green('one', '2026-11-03'),
  { ...green('two', '2026-11-01'), key: 'another' },
  green('three', '2026-11-02'),
  { name: 'four', key: 'four', green: null },
  green('five', '2026-11-02'),
];

test('what changed and what was never green runs', () => {
  expect(chooseGroups(states, null)).toEqual({
    run: ['two', 'four'],
    lines: [
      'one: green as of commit of on',
      'two: changed, runs',
      'three: green as of commit of th',
      'four: no record, runs',
      'five: green as of commit of fi',
    ],
  });
});

test('one of the others is drawn among the oldest', () => {
  const drawn = [0, 0.49, 0.5, 0.99].map((random) => chooseGroups(states, random));
  expect(drawn.map(({ run }) => run.join())).toEqual([
    'two,three,four',
    'two,three,four',
    'two,four,five',
    'two,four,five',
  ]);
  expect(drawn[0].lines[2]).toBe('three: green as of commit of th, drawn, runs');
});

test('where nothing is green nothing is drawn', () => {
  expect(chooseGroups([{ name: 'one', key: 'one', green: null }], 0.5).run).toEqual(['one']);
});
