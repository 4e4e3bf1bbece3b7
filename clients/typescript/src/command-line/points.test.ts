/** Points at the command line: as options, and from files. */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { UsageError } from '../../../../src/wire/command-line/program.ts';
import { withPointsIn } from './points.ts';
import { declareRun } from './testing/scripted-run.ts';

const run = declareRun();
const all = { texts: { crop: 'subject' }, files: {} };

/** Writes a file of points. */
function put(name: string, content: unknown): string {
  const file = run().at(name);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
  return file;
}

describe('a file of points', () => {
  test.each([
    [
      { keep: ['812 340', '50% 40%'], drop: ['12% 88%'] },
      { keep_points: '812 340;50% 40%', drop_points: '12% 88%' },
    ],
    [{ drop: ['1 2'] }, { drop_points: '1 2' }],
    [{ keep: [], drop: [] }, {}],
    [{}, {}],
  ])('%j is %j', (content, texts) => {
    expect(withPointsIn(put('a.points.json', content), all)).toEqual({
      texts: { crop: 'subject', ...texts },
      files: {},
    });
  });

  test.each<[content: unknown, lines: string[]]>([
    ['{"keep": [', ['Expected JSON']],
    [[], ['Expected {"keep": ["x y", …], "drop": ["x y", …]}']],
    ['null', ['Expected {"keep": ["x y", …], "drop": ["x y", …]}']],
    [
      { keep: '1 2', kept: [] },
      ['keep: Expected ["x y", …] but received "1 2"', 'Expected "keep" or "drop" but received "kept"'],
    ],
    [
      { keep: ['1 2', [3, 4], '-1 2'], drop: ['1 2; 3 4'] },
      [
        'keep, point 2: Expected "x y" in pixels or in 0% to 100% but received [3,4]',
        'keep, point 3: Expected "x y" in pixels or in 0% to 100% but received "-1 2"',
        'drop, point 1: Expected "x y" in pixels or in 0% to 100% but received "1 2; 3 4"',
      ],
    ],
    [
      { keep: ['1 2'], drop: ['1px 2'] },
      ['drop_points has 1px 2px, where keep_points has a point too; a place is kept or dropped'],
    ],
    [
      { keep: Array.from({ length: 33 }, (_, at) => `${at} 0`) },
      ['At most 32 points may be sent in keep_points and drop_points together, and there are 33'],
    ],
  ])('%j is refused, with a line for each fault', (content, lines) => {
    const file = put('a.points.json', content);
    const expected = lines.map((line) => `${file}: ${line}`).join('\n');
    expect(() => withPointsIn(file, all)).toThrow(new UsageError(expected));
  });

  test('that is not there is refused', () => {
    expect(() => withPointsIn(run().at('none.json'), all)).toThrow(/^--points: Cannot read .*none\.json/);
  });
});

describe('a run', () => {
  const pictures = () => run().at('photos/a.jpg');

  test('sends points that are options, and those of a file', async () => {
    const out = ['--out', run().at('a.png')];
    const file = put('a.points.json', { keep: ['5% 6%', '7 8'] });
    for (const points of [
      ['--keep', '1 2', '--drop', '3 4;5 6'],
      ['--points', file],
    ]) {
      expect(await run().words('cutout', pictures(), ...out, ...points)).toMatchObject({ status: 0 });
    }
    expect(run().fields('keep_points')).toEqual(['1 2', '5% 6%;7 8']);
    expect(run().fields('drop_points')).toEqual(['3 4;5 6', undefined]);
  });

  test('with a folder of points sends each picture its own, under the name of its first call', async () => {
    run().addPhotos('b', 'deep/c');
    const words = ['--parallel', '1'];
    expect((await run().cutout(...words)).status).toBe(0);
    put('marks/b.points.json', { keep: ['1 2'] });
    put('marks/deep/c.points.json', { drop: ['3 4'] });
    put('marks/unknown.points.json', 'not read');
    const marked = [...words, '--points', run().at('marks')];
    expect((await run().cutout(...marked, '--dry-run')).printed).toEqual([
      expect.stringMatching(/^3 pictures, 1 of them done: 2 credits of 9/),
    ]);
    expect((await run().cutout(...marked, '--json')).printed.map((line) => JSON.parse(line)).at(-1)).toMatchObject({
      summary: { done: 2, skipped: 1 },
    });
    const [, b, c, ...edits] = run().keys;
    expect(edits).toEqual([b, c]);
    expect(run().fields('keep_points')).toEqual([undefined, undefined, undefined, '1 2', undefined]);
    expect(run().fields('drop_points')).toEqual([undefined, undefined, undefined, undefined, '3 4']);
    for (const again of [marked, words]) expect((await run().cutout(...again)).status).toBe(0);
    expect(run().keys).toHaveLength(5);
  });

  test.each([
    ['points twice', ['--keep', '1 2', '--points', 'a.points.json'], 'Expected --points, or --keep and --drop'],
    ['a wrong point', ['--drop', '1'], "--drop: Expected 'x y' in pixels or in 0% to 100%"],
    ['a place that is kept and dropped', ['--keep', '1 2', '--drop', '1 2'], '--drop: drop_points has 1px 2px'],
    ['a file that is not there', ['--points', 'no-such-place'], '--points: Cannot read no-such-place'],
  ])('with %s ends before anything is sent', async (_, points, sentence) => {
    const { status, complaints } = await run().cutout(...points);
    expect({ status, complaints }).toEqual({ status: 2, complaints: [expect.stringContaining(sentence)] });
    expect([run().questions, run().keys]).toEqual([0, []]);
  });

  test('with one wrong file in a folder ends before anything is sent', async () => {
    run().addPhotos('b');
    const file = put('marks/b.points.json', { keep: ['here'] });
    const { status, complaints } = await run().cutout('--points', run().at('marks'));
    expect({ status, complaints }).toEqual({
      status: 2,
      complaints: [expect.stringContaining(`${file}: keep, point 1`)],
    });
    expect([run().questions, run().keys, existsSync(run().at('out'))]).toEqual([0, [], false]);
  });

  test('of one picture from elsewhere has its points in a file', async () => {
    put('marks/a.points.json', {});
    const single = ['cutout', '-', '--out', run().at('a.png'), '--points'];
    expect((await run().words(...single, run().at('marks'))).complaints[0]).toMatch(/^Expected a file for --points/);
    const car = await run().words('car', pictures(), '--keep', '1 2');
    expect({ status: car.status, keys: run().keys }).toEqual({ status: 2, keys: [] });
  });
});
