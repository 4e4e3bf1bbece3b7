import { describe, expect, test } from 'vitest';
import { SettingsFault } from '../../contract/settings/read.ts';
import { type Arguments, type Output, type Program, UsageError } from './program.ts';
import { runProgram } from './run.ts';

const given: Arguments[] = [];
let failure: Error | null = null;

const program: Program<Output> = {
  call: 'npm run paint --',
  commonOptions: [{ name: 'json', meaning: 'Print JSON' }],
  notes: 'Variables: none',
  commands: [
    {
      name: 'fill',
      summary: 'Fill a wall',
      words: 'WALL',
      options: [{ name: 'colour', placeholder: 'NAME', meaning: 'Which' }],
      async run(arguments_, { print }) {
        if (failure) throw failure;
        given.push(arguments_);
        print('filled');
        return 0;
      },
    },
    { name: 'check', summary: 'Check all walls', options: [], run: async () => 1 },
  ],
};

async function run(...words: string[]) {
  const printed: string[] = [];
  const complaints: string[] = [];
  const around = { print: (text: string) => printed.push(text), complain: (text: string) => complaints.push(text) };
  const status = await runProgram(program, words, around);
  return { status, printed, complaints };
}

test('a command gets its words and options, and its status is the program’s', async () => {
  expect(await run('fill', 'north', '--colour=red', '--json')).toMatchObject({ status: 0, printed: ['filled'] });
  expect(given).toEqual([
    {
      words: ['north'],
      values: new Map([
        ['colour', 'red'],
        ['json', ''],
      ]),
    },
  ]);
  expect(await run('check')).toEqual({ status: 1, printed: [], complaints: [] });
});

test('help names what there is, on the program and on a command, whatever else is wrong', async () => {
  for (const word of ['--help', '-h']) {
    expect((await run(word)).printed.join()).toMatch(/fill {8}Fill a wall\n {2}check {7}Check all walls/);
    const { status, printed } = await run('fill', word);
    expect(status).toBe(0);
    expect(printed.join()).toMatch(/^Usage: npm run paint -- fill WALL \[options\]\n\nFill a wall\.\n/);
    for (const text of ['--colour NAME', '--json', '--help', 'Variables: none']) expect(printed.join()).toContain(text);
  }
});

test('a program that has a version says it', async () => {
  const printed: string[] = [];
  const around = { print: (text: string) => printed.push(text), complain: (text: string) => printed.push(text) };
  expect(await runProgram({ ...program, version: () => '1.2.3' }, ['--version'], around)).toBe(0);
  expect(printed).toEqual(['1.2.3']);
  await runProgram({ ...program, version: () => '1.2.3' }, ['--help'], around);
  expect(printed[1]).toContain('npm run paint -- --version');
  expect(await run('--version')).toMatchObject({ status: 2, printed: [] });
});

test('a long meaning goes on below itself', async () => {
  const meaning = Array.from({ length: 30 }, (_, at) => `word${at}`).join(' ');
  const long = { ...program, commonOptions: [{ name: 'json', meaning }] };
  const printed: string[] = [];
  await runProgram(long, ['check', '--help'], { print: (text) => printed.push(text), complain: () => {} });
  const lines = printed.join().split('\n');
  const first = lines.findIndex((line) => line.startsWith('  --json            word0 '));
  expect(lines[first + 1]).toMatch(/^ {20}word\d+ /);
  expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(120);
  expect(lines.slice(first).join(' ').split(/\s+/).join(' ')).toContain(meaning);
});

describe('what goes wrong is one line', () => {
  test.each([
    [[], 'Expected a command: fill, check. For help: npm run paint -- --help'],
    [['paint'], 'Expected a command, one of fill, check, but received paint. For help: npm run paint -- --help'],
    [['check', 'north'], 'Expected options alone after check. For help: npm run paint -- check --help'],
    [['check', '--colour', 'red'], 'The command check has no option --colour. For help: npm run paint -- check --help'],
    [['fill', '--colour', '--json'], 'Expected a value for --colour. For help: npm run paint -- fill --help'],
    [
      ['fill', '--json', '--json'],
      'Expected --json once but received it again. For help: npm run paint -- fill --help',
    ],
    [['fill', '--json=1'], 'Expected no value for --json. For help: npm run paint -- fill --help'],
  ])('%j has status 2', async (words, line) => {
    expect(await run(...words)).toEqual({ status: 2, printed: [], complaints: [line] });
  });

  test.each([
    [new UsageError('Expected one wall'), 2, 'Expected one wall. For help: npm run paint -- fill --help'],
    [
      new SettingsFault('Expected on or off for X'),
      2,
      'Expected on or off for X. For help: npm run paint -- fill --help',
    ],
    [new Error('The paint is dry'), 1, 'The paint is dry'],
  ])('%s', async (thrown, status, line) => {
    failure = thrown;
    expect(await run('fill')).toEqual({ status, printed: [], complaints: [line] });
    failure = null;
  });
});
