// @vitest-environment happy-dom
/** What a second press does while the first one is still being answered, and what becomes of a ZIP that is not wanted. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { SettingsForm } from '../../many-photos/settings-form.tsx';
import { PhotosIn, Workplace } from '../../many-photos/workplace.tsx';
import { element } from '../playground/elements.ts';
import { giveFiles, isShown, openPage, ownSession, png, sentRequest, sentRequests, textAt } from '../testing/page.ts';
import { ManyPhotos } from './page.ts';
import { MemoryRecords } from './records.ts';
import { Wallets } from './wallets.ts';

const names = ['a.jpg', 'b.jpg', 'c.jpg', 'd.jpg', 'e.jpg'];
const button = (id: string) => element(id, HTMLButtonElement);

/** Which the document of the tests lacks. */
function Option(text: string, value: string) {
  return Object.assign(document.createElement('option'), { textContent: text, value });
}

beforeEach(async () => {
  openPage({ session: ownSession });
  vi.stubGlobal('Option', Option);
  document.body.innerHTML = `<div id="many">${[PhotosIn(), SettingsForm(), Workplace()].map(String).join('')}</div>`;
  const wallets = new Wallets();
  await wallets.ask();
  new ManyPhotos(wallets, element('settings', HTMLFormElement), new MemoryRecords());
  giveFiles('files', ...names.map((name) => new File([name], name, { type: 'image/jpeg' })));
  await vi.waitFor(() => expect(textAt('start')).toBe('Start · 5 credits'));
});
afterEach(() => void vi.unstubAllGlobals());

it('sends each photo once where Start is pressed twice', async () => {
  button('start').click();
  button('start').click();
  for (const [index] of names.entries()) (await sentRequest(index + 1)).answer(200, png());
  await vi.waitFor(() => expect(textAt('more')).toContain('What is made is in cutouts.zip.'));
  expect([sentRequests.length, textAt('sum')]).toEqual([5, '5 of 5 photos made']);
});

it('sends nothing where it is paused before the first photo', async () => {
  button('start').click();
  button('pause').click();
  await vi.waitFor(() => expect(textAt('start')).toBe('Go on · 5 credits'));
  expect(sentRequests).toEqual([]);
});

it('leaves no empty file where nothing was made, and asks for a place again', async () => {
  const remove = vi.fn(async () => {});
  const stream = { write: async () => {}, abort: async () => {} };
  const file = { name: 'mine.zip', createWritable: async () => stream, getFile: async () => new File([], ''), remove };
  const askForPlace = vi.fn(async () => file);
  vi.stubGlobal('showSaveFilePicker', askForPlace);
  button('start').click();
  button('pause').click();
  await vi.waitFor(() => expect(remove).toHaveBeenCalledTimes(1));
  await vi.waitFor(() => expect(textAt('start')).toBe('Go on · 5 credits'));
  button('start').click();
  (await sentRequest(1)).answer(200, png());
  await vi.waitFor(() => expect(textAt('sum')).toContain('1 of 5'));
  expect(askForPlace).toHaveBeenCalledTimes(2);
  button('pause').click();
  for (const index of [2, 3, 4]) (await sentRequest(index)).answer(200, png());
  await vi.waitFor(() => expect(textAt('start')).toContain('Go on'));
  expect(isShown('clear')).toBe(false);
  expect(remove).toHaveBeenCalledTimes(1);
});

it('takes all photos off the page', async () => {
  button('clear').click();
  expect(textAt('sum')).not.toContain('5');
  expect(isShown('run')).toBe(false);
});
