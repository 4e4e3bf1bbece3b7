import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createKey } from './format.ts';
import { readKeyOfAny, secretMark } from './made-under.ts';

const secrets = fc.uniqueArray(fc.string({ minLength: 8, maxLength: 40 }), { minLength: 1, maxLength: 5 });

test('a key is read under the secret that made it, wherever that is in the list, and under no other', async () => {
  await fc.assert(
    fc.asyncProperty(secrets, fc.nat(), fc.constantFrom('live', 'test'), async (values, drawn, type) => {
      const made = values[drawn % values.length];
      const key = await createKey(type, made);
      expect(await readKeyOfAny(key, values)).toEqual({ key, hashSecret: made });
      expect(
        await readKeyOfAny(
          key,
          values.filter((value) => value !== made),
        ),
      ).toBeNull();
      expect(await readKeyOfAny(`${key.slice(0, -1)}${key.endsWith('0') ? '1' : '0'}`, values)).toBeNull();
    }),
    { numRuns: 30 },
  );
});

test('a mark tells values apart and shows nothing of them', async () => {
  const marks = await Promise.all(['one', 'another', 'one '].map(secretMark));
  expect(new Set(marks).size).toBe(3);
  for (const mark of marks) expect(mark).toMatch(/^[0-9a-f]{12}$/);
  expect(await secretMark('one')).toBe(marks[0]);
});
