import { expect, it } from 'vitest';
import { hashOf, openSeal, seal } from './seal.ts';

const session = {
  photos: '/photos',
  A: '/answers/before',
  B: '/answers/after',
  showings: [{ number: 1, photo: 'kitten', x: 'B' as const, same: false }],
};

it('hides order and versions from readers of the file', () => {
  const text = seal(session);
  expect(text).not.toMatch(/kitten|before|after|photos/);
  expect(Buffer.from(text, 'base64').toString('latin1')).not.toMatch(/kitten|before|after|photos/);
});

it('is opened again', () => {
  expect(openSeal(seal(session))).toEqual(session);
});

it('refuses what is damaged or none', () => {
  for (const text of ['', 'sealed', seal(session).slice(0, 60), seal({ ...session, A: '' }).replace(/^./, '!')]) {
    expect(() => openSeal(text)).toThrow('The sealed file is damaged, or is none');
  }
});

it('has the hash of its text', () => {
  expect(hashOf('1')).toBe('6b86b273ff34fce19d6b804eff5a3f5747ada4eaa22f1d49c01e52ddb7875b4b');
});
