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

vi.mock('../playground/meant.ts', () => ({ meantAt: async () => 'drop' }));

beforeEach(async () => {
  openPage({ session: { ...ownSession, takes_points: true } });
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

/** All are made, and two need a check. */
async function twoHeld(): Promise<void> {
  button('start').click();
  for (const [index] of names.entries()) {
    const headers: Record<string, string> = index < 2 ? { 'X-Needs-Review': 'true' } : {};
    (await sentRequest(index + 1)).answer(200, png(), headers);
  }
  await vi.waitFor(() => expect(textAt('more')).toBe('2 wait outside the ZIP until you have checked them.'));
}
const dialog = () => element('check', HTMLDialogElement);
const press = (key: string) =>
  dialog().dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));

it('holds back what needs a check until a person has looked at each, and saves the ZIP then', async () => {
  await twoHeld();
  expect([textAt('check-held'), textAt('take-held'), isShown('save')]).toEqual(['Check 2', 'Take all 2', true]);
  button('check-held').click();
  await vi.waitFor(() => expect(dialog().open).toBe(true));
  expect([textAt('check-name'), textAt('check-count')]).toEqual(['a.jpg', '1 of 2 photos to check']);
  press('ArrowRight');
  await vi.waitFor(() => expect(textAt('check-name')).toBe('b.jpg'));
  button('check-take').click();
  await vi.waitFor(() => expect(textAt('check-count')).toBe('1 of 1 photo to check'));
  button('check-close').click();
  await vi.waitFor(() => expect(textAt('more')).toBe('1 waits outside the ZIP until you have checked it.'));
  button('take-held').click();
  await vi.waitFor(() => expect(textAt('more')).toContain('What is made is in cutouts.zip.'));
  expect([dialog().open, textAt('sum'), sentRequests.length]).toEqual([false, '5 of 5 photos made', 5]);
});

it('has what is clicked made anew without a charge, and takes it when it is left', async () => {
  await twoHeld();
  document.querySelector<HTMLButtonElement>('[data-mark="review"] button')?.click();
  await vi.waitFor(() => expect(dialog().open).toBe(true));
  element('picture', HTMLElement).getBoundingClientRect = () => new DOMRect(0, 0, 200, 100);
  const click = (clientX: number) =>
    element('picture', HTMLElement).dispatchEvent(Object.assign(new Event('click'), { clientX, clientY: 50 }));
  click(100);
  const asked = await sentRequest(6);
  expect((asked.body as FormData).get('drop_points')).toBe('50% 50%');
  expect(asked.sentHeaders['Idempotency-Key']).toBe(sentRequests[0].sentHeaders['Idempotency-Key']);
  // What is lost is pointed at on the photo, which is offered once the browser has read it.
  expect(isShown('check-photo')).toBe(false);
  element('check-before', HTMLImageElement).dispatchEvent(new Event('load'));
  button('check-photo').click();
  expect([isShown('check-before'), button('check-photo').getAttribute('aria-pressed')]).toEqual([true, 'true']);
  asked.answer(200, png());
  await vi.waitFor(() => expect(textAt('mend-note')).toBe('It follows your clicks.'));
  expect([isShown('check-before'), button('check-photo').getAttribute('aria-pressed')]).toEqual([false, 'false']);
  click(20);
  const body = new Blob([JSON.stringify({ detail: 'Nothing is there.' })]);
  (await sentRequest(7)).answer(422, body, { 'X-Error-Code': 'POINT_NOT_FOUND' });
  await vi.waitFor(() => expect(textAt('mend-note')).toBe('Nothing is there. The click is taken back.'));
  await vi.waitFor(() => expect(element('marks', HTMLElement).children).toHaveLength(1));
  press('ArrowRight');
  await vi.waitFor(() => expect(textAt('check-count')).toBe('1 of 1 photo to check'));
  button('check-close').click();
  await vi.waitFor(() => expect(textAt('check-held')).toBe('Check 1'));
  expect(textAt('save')).toBe('Save ZIP of 4');
});
