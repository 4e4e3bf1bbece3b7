// @vitest-environment happy-dom
/** Photos that are chosen while the page still asks who is there. */
import { expect, it } from 'vitest';
import { PhotosIn } from '../../many-photos/workplace.tsx';
import { giveFiles } from '../testing/page.ts';
import { takeFiles } from './intake.ts';

it('takes what was chosen before it listened', () => {
  document.body.innerHTML = String(PhotosIn());
  giveFiles('files', new File(['a'], 'a.jpg', { type: 'image/jpeg' }));
  const given: string[][] = [];
  takeFiles((photos) => given.push(photos.map(({ name }) => name)));
  expect(given).toEqual([['a.jpg']]);
});
