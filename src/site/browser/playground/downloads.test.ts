// @vitest-environment happy-dom
/** Files of what is shown: which picture they are, in which format, and under which name. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { openPage, pick, png, textAt } from '../testing/page.ts';
import { offerDownloads, serveDownloads } from './downloads.ts';
import type { Made } from './make.ts';
import { type AnsweredPicture, nothingKnown } from './outcome.ts';
import * as pictures from './pictures.ts';
import { Viewer } from './viewer.ts';

vi.mock('./pictures.ts', async (original) => ({
  ...(await original<typeof import('./pictures.ts')>()),
  matteOf: vi.fn(async () => matte),
  composed: vi.fn(async (_: unknown, type: string) => new Blob(['composed'], { type })),
  save: vi.fn(),
}));

const matte = new Blob(['matte'], { type: 'image/png' });
const photo = new File(['a photo'], 'car.jpg', { type: 'image/jpeg' });
const main = png();
const outcome: AnsweredPicture = {
  ...{ main, isMatte: false, shadow: null, bytes: 30 },
  known: { ...nothingKnown, inputPx: [40, 30] },
};
const at = (id: string) => document.getElementById(id) as HTMLElement;
let viewer: Viewer;
beforeEach(() => {
  openPage();
  viewer = new Viewer();
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.clearAllMocks();
});

async function shown(): Promise<void> {
  await viewer.showPhoto(photo);
  await viewer.showOutcome(outcome);
}
describe('a file of it', () => {
  const made = () => ({ photo, outcome, stages: [], headers: new Headers(), callId: null, milliseconds: 1 }) as Made;
  const saved = () => vi.mocked(pictures.save).mock.calls.at(-1);
  const click = async (ending: string) => {
    (at(`save-${ending}`) as HTMLButtonElement).click();
    await vi.waitFor(() => expect(vi.mocked(pictures.save)).toHaveBeenCalled());
  };
  beforeEach(async () => {
    serveDownloads(viewer, made);
    await shown();
    offerDownloads(true);
  });

  test('is the very answer where nothing was changed', async () => {
    await click('png');
    expect(saved()).toEqual([main, 'car-cutout.png']);
    expect(vi.mocked(pictures.composed)).not.toHaveBeenCalled();
    expect(textAt('save-note')).toBe('');
  });

  test.each(['webp', 'jpeg'])('is made in another format, %s', async (ending) => {
    await click(ending);
    const [file, name] = saved() ?? [];
    expect([file?.type, name]).toEqual([`image/${ending}`, `car-cutout.${ending === 'jpeg' ? 'jpg' : ending}`]);
    expect(textAt('save-note') !== '').toBe(ending === 'jpeg');
  });

  test('is made anew on a background, and then says nothing of white', async () => {
    pick('background', 'black');
    await click('png');
    expect(vi.mocked(pictures.composed)).toHaveBeenCalledTimes(1);
    await click('jpeg');
    expect(textAt('save-note')).toBe('');
  });

  test('is the matte where that is shown', async () => {
    pick('shown', 'matte');
    await click('jpeg');
    expect([saved()?.[1], textAt('save-note')]).toEqual(['car-matte.jpg', '']);
  });

  test('that cannot be written is said to be so', async () => {
    vi.mocked(pictures.composed).mockRejectedValueOnce(new Error('This browser cannot write that format'));
    (at('save-webp') as HTMLButtonElement).click();
    await vi.waitFor(() => expect(textAt('save-note')).toContain('This browser cannot write that format'));
    expect(vi.mocked(pictures.save)).not.toHaveBeenCalled();
    offerDownloads(false);
    expect([textAt('save-note'), (at('save-png') as HTMLButtonElement).disabled]).toEqual(['', true]);
  });
});
