import { expect, test } from 'vitest';
import { auditEntries, type Link } from './chain.ts';

/** A grant of 10, nine charges and nothing else, oldest first. */
const sound: readonly Link[] = Array.from({ length: 10 }, (_, index) => ({
  sequence: 2 * index + 1,
  kind: index === 0 ? 'grant' : 'charge',
  amount: index === 0 ? 10 : -1,
  balanceAfter: 10 - index,
}));

function chain(links: readonly Link[]) {
  const newestFirst = [...links].reverse();
  return {
    walk: (from: number, limit: number) => newestFirst.filter(({ sequence }) => sequence <= from).slice(0, limit),
  };
}

/** Audits in parts of that many entries. */
function audit(links: readonly Link[], balance: number, limit: number) {
  let checked = 0;
  for (let from: number | null = null; ; ) {
    const page = auditEntries(chain(links), balance, from, limit);
    checked += page.checked;
    if (page.fault !== null || page.next === null) return { fault: page.fault, checked };
    from = page.next;
  }
}

test.each([1, 2, 3, 5, 9, 10, 11, 1000])('parts of %i entries find what the whole finds', (limit) => {
  expect(audit(sound, 1, limit)).toEqual({ fault: null, checked: 10 });
  expect(audit(sound, 2, limit)).toMatchObject({ fault: 'entry 19 says a balance of 1 where 2 is due' });
  const shortened = sound.slice(1);
  expect(audit(shortened, 1, limit).fault).toBe('entries of 10 credits are missing before the first');
  const changed = sound.map((link) => (link.sequence === 7 ? { ...link, amount: -2 } : link));
  expect(audit(changed, 1, limit).fault).toBe('entry 5 says a balance of 8 where 9 is due');
});

test('a correction ends the walk: what is before it is accounted for', () => {
  const mended: Link[] = [...sound.slice(4), { sequence: 99, kind: 'correction', amount: 7, balanceAfter: 1 }];
  expect(audit(mended, 1, 1000)).toEqual({ fault: null, checked: 1 });
  expect(audit([...mended, { sequence: 100, kind: 'charge', amount: -1, balanceAfter: 0 }], 0, 1)).toEqual({
    fault: null,
    checked: 2,
  });
});
