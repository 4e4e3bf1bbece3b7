import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Place, Places } from './places.ts';

function entered(places: Places, caller: string): Place {
  const place = places.enter(caller);
  if (!place) throw new Error(`No place for ${caller}`);
  return place;
}

const displaced = (places: readonly Place[]) => places.map(({ displaced }) => displaced.aborted);

describe('while places are free', () => {
  it('one caller may have them all', () => {
    const places = new Places(3);
    for (let taken = 0; taken < 3; taken++) entered(places, 'a');
    expect(places.enter('a')).toBeNull();
  });

  it('a place that was given up is free, once', () => {
    const places = new Places(1);
    const first = entered(places, 'a');
    first.leave();
    first.leave();
    entered(places, 'a');
    expect(places.enter('a')).toBeNull();
  });
});

describe('when none is free', () => {
  it('another caller gets the newest waiting place of the one that holds most', () => {
    const places = new Places(4);
    const flood = [entered(places, 'a'), entered(places, 'a'), entered(places, 'a')];
    const other = entered(places, 'c');
    entered(places, 'b');
    expect(displaced(flood)).toEqual([false, false, true]);
    expect(other.displaced.aborted).toBe(false);
  });

  it('a place on which work has begun is nobody else’s', () => {
    const places = new Places(2);
    const flood = [entered(places, 'a'), entered(places, 'a')];
    flood[1].begin();
    entered(places, 'b');
    expect(displaced(flood)).toEqual([true, false]);
    const all = new Places(2);
    for (const place of [entered(all, 'a'), entered(all, 'a')]) place.begin();
    expect(all.enter('b')).toBeNull();
  });

  it('nobody is displaced for a caller that would hold as many', () => {
    const places = new Places(3);
    const first = [entered(places, 'a'), entered(places, 'a'), entered(places, 'b')];
    expect(places.enter('b')).toBeNull();
    expect(displaced(first)).toEqual([false, false, false]);
  });

  it('a displaced place gives nothing up', () => {
    const places = new Places(2);
    entered(places, 'a');
    const lost = entered(places, 'a');
    entered(places, 'b');
    lost.leave();
    expect(places.enter('c')).toBeNull();
  });
});

it('never gives more than there are, and lets every caller in while another holds two more, one of them waiting', () => {
  const caller = fc.constantFrom('a', 'b', 'c');
  const step = fc.oneof(
    { weight: 3, arbitrary: fc.record({ does: fc.constant('enter' as const), caller }) },
    { weight: 1, arbitrary: fc.record({ does: fc.constantFrom('begin' as const, 'leave' as const), at: fc.nat(20) }) },
  );
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 6 }), fc.array(step, { maxLength: 60 }), (total, steps) => {
      const places = new Places(total);
      let held: { place: Place; waiting: boolean }[] = [];
      const countOf = (name: string) => held.filter(({ place }) => place.caller === name).length;
      for (const step of steps) {
        if (step.does === 'enter') {
          const greedy = held.some(
            ({ place, waiting }) => waiting && countOf(place.caller) >= countOf(step.caller) + 2,
          );
          const expected = held.length < total || greedy;
          const place = places.enter(step.caller);
          expect(place !== null).toBe(expected);
          for (const { place, waiting } of held) if (place.displaced.aborted) expect(waiting).toBe(true);
          held = held.filter(({ place }) => !place.displaced.aborted);
          if (place) held.push({ place, waiting: true });
        } else if (held.length > 0) {
          const chosen = held[step.at % held.length];
          if (step.does === 'begin') {
            chosen.place.begin();
            chosen.waiting = false;
          } else {
            chosen.place.leave();
            held = held.filter((one) => one !== chosen);
          }
        }
        expect(held.length).toBeLessThanOrEqual(total);
      }
    }),
    { numRuns: 2000 },
  );
});
