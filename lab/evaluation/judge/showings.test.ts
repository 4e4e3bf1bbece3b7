import { expect, it } from 'vitest';
import { generator } from '../../../testing/random.ts';
import { drawShowings, other } from './showings.ts';

const photos = Array.from({ length: 200 }, (_, index) => ({ name: `photo-${index}`, same: index < 20 }));
const showings = drawShowings(photos, 40, generator(7));

it('shows every photo, and as many twice as asked for', () => {
  expect(showings.map(({ number }) => number)).toEqual(Array.from({ length: 240 }, (_, index) => index + 1));
  const times = photos.map(({ name }) => showings.filter(({ photo }) => photo === name).length);
  expect(times.filter((each) => each === 1)).toHaveLength(160);
  expect(times.filter((each) => each === 2)).toHaveLength(40);
});

it('shows photos twice whose answers differ, and others where these are too few', () => {
  const namesOfTwice = (of: typeof showings) =>
    of.map(({ photo }) => photo).filter((photo, index, all) => all.indexOf(photo) !== index);
  expect(namesOfTwice(showings).filter((name) => photos.some((each) => each.name === name && each.same))).toEqual([]);
  expect(namesOfTwice(drawShowings(photos, 190, generator(1)))).toHaveLength(190);
  expect(drawShowings(photos.slice(0, 3), 20, generator(1))).toHaveLength(6);
});

it('keeps neither the order nor the sides', () => {
  expect(showings.map(({ photo }) => photo)).not.toEqual(photos.map(({ name }) => name));
  const versions = showings.map(({ x }) => x);
  // Of 240 throws of a coin 85 to 155 show one side, but for one time in 100,000.
  expect(versions.filter((x) => x === 'A').length).toBeGreaterThan(85);
  expect(versions.filter((x) => x === 'A').length).toBeLessThan(155);
});

it('draws the side of a second showing anew', () => {
  const pairs = showings.flatMap((showing) => {
    const second = showings.find(({ photo, number }) => photo === showing.photo && number > showing.number);
    return second ? [[showing.x, second.x]] : [];
  });
  expect(pairs).toHaveLength(40);
  expect(pairs.some(([first, second]) => first === second)).toBe(true);
  expect(pairs.some(([first, second]) => first !== second)).toBe(true);
});

it('draws another order from other random numbers', () => {
  expect(drawShowings(photos, 40, generator(8))).not.toEqual(showings);
  expect(drawShowings(photos, 40, generator(7))).toEqual(showings);
});

it('has y for the other version', () => {
  expect([other('A'), other('B')]).toEqual(['B', 'A']);
});
