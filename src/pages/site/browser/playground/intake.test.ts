// @vitest-environment happy-dom
/** Ways in for a photo, and what the form asks for. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { giveFiles, openPage, pick } from '../testing/page.ts';
import { choose, chosen, element, onChoice } from './elements.ts';
import { callOfForm, chooseKind, onCallChange, showFields } from './form.ts';
import type { Given } from './given.ts';
import { takePhotos } from './intake.ts';

const at = (id: string) => document.getElementById(id) as HTMLElement;
const file = (name: string) => new File([name], name, { type: 'image/jpeg' });

beforeEach(() => openPage());
afterEach(() => void vi.unstubAllGlobals());

describe('elements', () => {
  test('are those that the page promises, of their kind', () => {
    expect(element('photo', HTMLInputElement)).toBe(at('photo'));
    expect(() => element('nothing', HTMLElement)).toThrow('nothing');
    expect(() => element('photo', HTMLButtonElement)).toThrow('photo');
  });

  test('of a choice are chosen, read and heard by name', () => {
    const heard = vi.fn();
    onChoice('zoom', heard);
    choose('zoom', '4');
    expect([chosen('zoom'), chosen('nothing'), heard.mock.calls]).toEqual(['4', '', []]);
    pick('zoom', '1');
    expect([chosen('zoom'), heard.mock.calls]).toEqual(['1', [['1']]]);
  });
});

describe('a photo comes', () => {
  const given: Given[] = [];
  beforeEach(() => {
    given.length = 0;
    takePhotos((photo) => given.push(photo));
  });
  const eventWith = (name: string, property: string, files: File[]) =>
    Object.assign(new Event(name, { cancelable: true }), { [property]: { files } });

  test('by the field, the first of several, and the same once more', () => {
    giveFiles('photo', file('a.jpg'), file('b.jpg'));
    giveFiles('photo', file('a.jpg'));
    giveFiles('photo');
    expect(given.map((each) => (each as File).name)).toEqual(['a.jpg', 'a.jpg']);
  });

  test('by a drop anywhere, which is seen while it hangs over the page', () => {
    const isOver = () => at('drop').classList.contains('over');
    document.dispatchEvent(new Event('dragenter'));
    document.dispatchEvent(new Event('dragenter'));
    document.dispatchEvent(new Event('dragleave'));
    expect(isOver()).toBe(true);
    document.dispatchEvent(new Event('dragleave'));
    expect(isOver()).toBe(false);
    document.dispatchEvent(new Event('dragenter'));
    const over = new Event('dragover', { cancelable: true });
    document.dispatchEvent(over);
    const drop = eventWith('drop', 'dataTransfer', [file('dropped.jpg')]);
    document.dispatchEvent(drop);
    // Otherwise the browser would leave the page for the photo.
    expect([over.defaultPrevented, drop.defaultPrevented, isOver()]).toEqual([true, true, false]);
    document.dispatchEvent(new Event('dragenter'));
    expect([isOver(), (given.at(-1) as File).name]).toEqual([true, 'dropped.jpg']);
    document.dispatchEvent(eventWith('drop', 'dataTransfer', []));
  });

  test('by a paste, of files alone', () => {
    document.dispatchEvent(eventWith('paste', 'clipboardData', [file('pasted.jpg')]));
    const before = given.length;
    document.dispatchEvent(eventWith('paste', 'clipboardData', []));
    expect([(given.at(-1) as File).name, given.length]).toEqual(['pasted.jpg', before]);
  });

  test('not over a dialog', () => {
    document.body.append(Object.assign(document.createElement('dialog'), { open: true }));
    document.dispatchEvent(eventWith('paste', 'clipboardData', [file('pasted.jpg')]));
    document.dispatchEvent(eventWith('drop', 'dataTransfer', [file('dropped.jpg')]));
    expect(given).toEqual([]);
  });

  test('by its address', () => {
    element('address', HTMLInputElement).value = 'https://images.example.com/a.jpg';
    const submit = new Event('submit', { cancelable: true });
    at('by-address').dispatchEvent(submit);
    expect([String(given.at(-1)), submit.defaultPrevented]).toEqual(['https://images.example.com/a.jpg', true]);
  });

  test('as a sample, with a kind that suits it; the last one that was asked for', async () => {
    const button = element('try-sample', HTMLButtonElement);
    expect(button.disabled).toBe(false);
    button.click();
    choose('sample', 'car');
    button.click();
    button.click();
    await vi.waitFor(() => expect(given).toHaveLength(1));
    expect([(given[0] as File).name, (given[0] as File).type, chosen('kind')]).toEqual([
      ...['car.jpg', 'image/jpeg', 'car-cutout'],
    ]);
    vi.stubGlobal('fetch', async () => new Response('', { status: 404 }));
    choose('sample', 'pet');
    button.click();
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(given).toHaveLength(1);
  });
});

test('a sample that comes after an own photo is dropped', async () => {
  const answers: (() => void)[] = [];
  vi.stubGlobal('fetch', () => new Promise((resolve) => answers.push(() => resolve(new Response('a sample')))));
  const given: Given[] = [];
  takePhotos((photo) => given.push(photo));
  element('try-sample', HTMLButtonElement).click();
  giveFiles('photo', file('own.jpg'));
  element('try-sample', HTMLButtonElement).click();
  for (const answer of answers) answer();
  await vi.waitFor(() => expect(given).toHaveLength(2));
  expect(given.map((each) => (each as File).name)).toEqual(['own.jpg', 'pet.jpg']);
});

describe('the form', () => {
  test('asks for what is chosen, and leaves out what is so by itself', () => {
    expect(callOfForm()).toMatchObject({ operation: { name: 'image-without-background' }, options: {} });
    pick('cutout.encoding', 'json');
    pick('format', 'webp');
    pick('shape', '1:1');
    expect(callOfForm()).toMatchObject({
      operation: { name: 'image-without-background-base64' },
      options: { output_format: 'webp', aspect: '1:1' },
    });
    pick('kind', 'matte');
    expect(callOfForm()).toMatchObject({ operation: { name: 'alpha-channel' }, options: {} });
  });

  test('sends what is switched as true or false', () => {
    pick('kind', 'car-cutout');
    const box = document.querySelector<HTMLInputElement>('[data-kind="car-cutout"] input[type=checkbox][data-option]');
    if (!box) throw new Error('There is no switch');
    box.checked = !box.checked;
    expect(callOfForm().options).toEqual({ [box.dataset.option ?? '']: box.checked });
  });

  test('shows the fields of the kind that is chosen', () => {
    const seen = () =>
      [...document.querySelectorAll<HTMLElement>('fieldset[data-kind]')].flatMap(({ hidden, dataset }) =>
        hidden ? [] : [dataset.kind],
      );
    choose('kind', 'matte');
    showFields();
    expect(seen()).toEqual(['matte']);
    const heard = vi.fn();
    onCallChange(heard);
    pick('kind', 'cutout');
    expect([seen(), heard.mock.calls.length]).toEqual([['cutout'], 1]);
    at('cutout.roi').dispatchEvent(new Event('change', { bubbles: true }));
    expect(heard).toHaveBeenCalledTimes(2);
  });

  test.each([
    ['cutout', 'car-cutout', 'car-cutout'],
    ['car-layers', 'car-cutout', 'car-layers'],
    ['car-layers', 'cutout', 'cutout'],
    ['matte', 'cutout', 'matte'],
  ])('with %s chosen and a sample for %s has %s', (before, sample, after) => {
    choose('kind', before);
    chooseKind(sample);
    expect(chosen('kind')).toBe(after);
  });
});
