import { describe, expect, it } from 'vitest';
import { drawn, parseMarks, pointsOf } from './marks.ts';

describe('a file of marks', () => {
  it('has the photos in its order, with places by importance', () => {
    const text = `# a remark

lamp not keep 45 60.5; drop 12 88 | the foot is lost
chair sell | whole
cup retouch| its handle
box
`;
    expect([...parseMarks(text)]).toEqual([
      [
        'lamp',
        {
          photo: 'lamp',
          quality: 'not',
          marks: [
            { kind: 'keep', x: 45, y: 60.5 },
            { kind: 'drop', x: 12, y: 88 },
          ],
          reason: 'the foot is lost',
        },
      ],
      ['chair', { photo: 'chair', quality: 'sell', marks: [], reason: 'whole' }],
      ['cup', { photo: 'cup', quality: 'retouch', marks: [], reason: 'its handle' }],
      ['box', null],
    ]);
  });

  it.each([
    'lamp bad keep 1 1 | no such quality',
    'lamp not keep 1 1',
    'lamp not hold 1 1 | no such kind',
    'lamp not keep 1 | one number',
    'lamp not keep 101 1 | outside',
    'lamp not keep 1 101 | outside',
    'lamp not keep 1 1; keep 2 2; keep 3 3; keep 4 4 | one too many',
  ])('is refused by its line: %s', (line) => {
    expect(() => parseMarks(`box\n${line}`)).toThrow(`Line 2 of the marks cannot be read: ${line}`);
  });

  it('has a photo once', () => {
    expect(() => parseMarks('box\nbox not | lost')).toThrow('Line 2 of the marks: box was there before');
  });
});

it('draws the same order of the same seed, and another one of another', () => {
  const photos = Array.from({ length: 20 }, (_, at) => `photo-${at}`);
  expect(drawn(photos, '1')).toEqual(drawn([...photos].reverse(), '1'));
  expect([...drawn(photos, '1')].sort()).toEqual([...photos].sort());
  expect(drawn(photos, '1')).not.toEqual(drawn(photos, '2'));
});

it('sends marks of a kind together', () => {
  const marks = [
    { kind: 'keep', x: 45, y: 60.5 },
    { kind: 'drop', x: 1, y: 2 },
    { kind: 'keep', x: 3, y: 4 },
  ] as const;
  expect(pointsOf(marks)).toEqual({ keep: '45% 60.5%; 3% 4%', drop: '1% 2%' });
  expect(pointsOf([])).toEqual({ keep: '', drop: '' });
});
