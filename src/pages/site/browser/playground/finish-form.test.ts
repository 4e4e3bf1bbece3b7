// @vitest-environment happy-dom
/** The controls of what a result looks like, as options; and choices of them under a name. */
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { processingOperations } from '../../../../contract/operations.ts';
import { giveFiles, isShown, openPage, pick } from '../testing/page.ts';
import { divideCall } from './divided-call.ts';
import { chosen, element } from './elements.ts';
import {
  finishChoice,
  finishOptions,
  plainChoice,
  serveBackground,
  setFinishChoice,
  showFinishControls,
} from './finish-form.ts';
import { ownPresets, presets, servePresets } from './presets.ts';
import { PageMemory } from './repeat-keys.ts';

const operationOf = (result: string) => {
  const operation = processingOperations.find((each) => each.result === result);
  if (!operation) throw new Error(`Nothing makes a ${result}`);
  return operation;
};
const cutout = operationOf('cutout');
const input = (id: string) => element(id, HTMLInputElement);
const picture = new File(['beach'], 'beach.jpg', { type: 'image/jpeg' });

beforeEach(() => openPage());

describe('the controls', () => {
  test('ask for nothing by themselves', () => {
    expect([finishOptions(cutout), finishChoice()]).toEqual([{}, plainChoice]);
  });

  test('ask for what is chosen, as the API has it', () => {
    setFinishChoice({
      ...{ background: 'colour', colour: '#123456', crop: 'subject', margin: '5', shape: '4:3', takes: '80' },
      ...{ longest: '900', shadow: 'drop', format: 'webp', quality: '70' },
    });
    const options = finishOptions(cutout);
    expect(options).toEqual({
      ...{ background_color: '#123456', crop: 'subject', crop_margin: '5%', aspect: '4:3', scale: '80' },
      ...{ max_size: '900', shadow: 'drop', output_format: 'webp', output_quality: '70' },
    });
    for (const [name, value] of Object.entries(options)) cutout.options[name].read(value, name);
    expect(Object.keys(finishOptions(operationOf('matte')))).toEqual([
      ...['crop', 'crop_margin', 'aspect', 'scale', 'max_size'],
    ]);
    expect(finishOptions(operationOf('car-layers'))).toEqual({});
  });

  test('leave out what would contradict another', () => {
    setFinishChoice({ ...plainChoice, margin: '5', quality: '70' });
    expect(finishOptions(cutout)).toEqual({});
  });

  test('show what an operation has, and what another choice makes useful', () => {
    showFinishControls(cutout);
    expect([isShown('background'), isShown('margin-label'), isShown('quality-label')]).toEqual([true, false, false]);
    pick('crop', 'subject');
    pick('format', 'jpeg');
    showFinishControls(cutout);
    expect([isShown('margin-label'), isShown('quality-label')]).toEqual([true, true]);
    showFinishControls(operationOf('matte'));
    expect(isShown('background')).toBe(false);
  });

  test('choose a colour or a picture that is given', () => {
    serveBackground();
    input('colour').click();
    expect(chosen('background')).toBe('colour');
    pick('background', '');
    input('colour').dispatchEvent(new Event('input'));
    expect([chosen('background'), isShown('own-background')]).toEqual(['colour', false]);
    giveFiles('background-picture', picture);
    expect([chosen('background'), isShown('own-background')]).toEqual(['picture', true]);
    expect(finishOptions(cutout)).toEqual({ background_image: picture });
    giveFiles('background-picture');
    expect([finishOptions(cutout), isShown('own-background')]).toEqual([{}, false]);
  });
});

describe('presets', () => {
  const storage = new PageMemory();
  const buttons = () => [...element('presets', HTMLElement).querySelectorAll('button')];
  const press = (name: string) =>
    buttons()
      .find((button) => (button.getAttribute('aria-label') ?? button.textContent) === name)
      ?.click();
  const save = (name: string) => {
    input('preset-name').value = name;
    element('save-preset', HTMLButtonElement).click();
  };
  const heard = vi.fn();
  beforeEach(() => {
    heard.mockClear();
    servePresets(storage, heard);
  });

  test('by purpose are options that this browser can follow', () => {
    for (const { name, kind, choice } of presets) {
      press(name);
      expect([finishChoice(), heard.mock.calls.at(-1)]).toEqual([choice, [kind]]);
      const operation = operationOf(kind ?? 'cutout');
      expect(divideCall({ operation, options: finishOptions(operation) }).sent.options).toEqual({});
    }
  });

  test('of the own are kept under their name, chosen and deleted', () => {
    pick('shape', '3:4');
    input('longest').value = '600';
    save(' Mine ');
    setFinishChoice(plainChoice);
    press('Mine');
    expect(finishChoice()).toEqual({ ...plainChoice, shape: '3:4', longest: '600' });
    save('');
    expect(ownPresets(storage).map(({ name }) => name)).toEqual(['Mine']);
    pick('shape', '1:1');
    save('Mine');
    expect(ownPresets(storage).map(({ choice }) => choice.shape)).toEqual(['1:1']);
    press('Delete Mine');
    expect([ownPresets(storage), storage.length, buttons().length]).toEqual([[], 0, presets.length]);
  });

  test('of the own that last no longer than the page say so', () => {
    const note = () => element('preset-note', HTMLElement).textContent;
    expect(note()).toBe('');
    save('Mine');
    expect(note()).toBe('This browser stores nothing here, so own presets are lost when you leave this page.');
    press('Delete Mine');
    expect(note()).toBe('');
  });

  test('that are stored say nothing; where the storage is full, nothing is changed and the name stays', () => {
    const note = () => element('preset-note', HTMLElement).textContent;
    openPage();
    servePresets(localStorage, heard);
    save('Mine');
    expect([note(), ownPresets(localStorage).length]).toEqual(['', 1]);
    vi.spyOn(localStorage, 'setItem').mockImplementation(() => {
      throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
    });
    save('Another');
    expect(note()).toBe('The storage of this browser is full, so nothing was changed.');
    expect([input('preset-name').value, ownPresets(localStorage).map(({ name }) => name)]).toEqual([
      'Another',
      ['Mine'],
    ]);
    vi.restoreAllMocks();
    press('Delete Mine');
    expect([note(), localStorage.length]).toEqual(['', 0]);
  });

  test.each(['no JSON', '{}', '[1, {"name": 2}, {"name": "a"}]'])('are none where %s is stored', (text) => {
    storage.setItem('edgematte.presets', text);
    expect(ownPresets(storage)).toEqual([]);
    storage.removeItem('edgematte.presets');
  });
});
