// @vitest-environment happy-dom
/** The file of what is shown: which picture it is, in which format, and under which name. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { openPage, pick, png, textAt } from '../testing/page.ts';
import { offerDownload, serveDownloads } from './downloads.ts';
import type { Made } from './make.ts';
import { type AnsweredPicture, nothingKnown } from './outcome.ts';
import * as pictures from './pictures.ts';
import { Viewer } from './viewer.ts';

vi.mock('./pictures.ts', async (original) => ({
  ...(await original<typeof import('./pictures.ts')>()),
  matteOf: vi.fn(async () => matte),
  composed: vi.fn(async () => new Blob(['composed'], { type: 'image/png' })),
  shadeOf: vi.fn(async (shadow: Blob) => shadow),
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

async function shown(changes: Partial<AnsweredPicture> = {}): Promise<void> {
  const made = { photo, outcome: { ...outcome, ...changes } } as Made;
  serveDownloads(viewer, async () => made);
  await viewer.showPhoto(photo);
  await viewer.showOutcome(made.outcome);
  offerDownload(made);
}

describe('a file of it', () => {
  const button = () => at('save') as HTMLButtonElement;
  const saved = async () => {
    button().click();
    await vi.waitFor(() => expect(vi.mocked(pictures.save)).toHaveBeenCalled());
    return vi.mocked(pictures.save).mock.calls.at(-1);
  };

  test('is the very answer where nothing was changed', async () => {
    await shown();
    expect([button().textContent, textAt('save-note')]).toEqual(['Download PNG', '']);
    expect(await saved()).toEqual([main, 'car-cutout.png']);
    expect(vi.mocked(pictures.composed)).not.toHaveBeenCalled();
  });

  test.each([
    ['image/webp', 'Download WebP', 'car-cutout.webp'],
    ['image/jpeg', 'Download JPEG', 'car-cutout.jpg'],
  ])('made in this browser as %s says so', async (type, text, name) => {
    const file = new Blob(['made here'], { type });
    await shown({ main: file, isMadeHere: true });
    expect([button().textContent, textAt('save-note')]).toEqual([text, expect.stringContaining('in sRGB')]);
    expect(await saved()).toEqual([file, name]);
  });

  test('is the matte where that is shown', async () => {
    await shown();
    pick('shown', 'matte');
    expect(await saved()).toEqual([matte, 'car-matte.png']);
  });

  test('is one picture of several layers, unless it cannot be written', async () => {
    await shown({ shadow: png(0) });
    vi.mocked(pictures.composed).mockRejectedValueOnce(new Error('This browser cannot write that format'));
    button().click();
    await vi.waitFor(() => expect(textAt('save-note')).toContain('This browser cannot write that format'));
    expect(await saved()).toEqual([expect.any(Blob), 'car-cutout.png']);
    offerDownload(null);
    expect([textAt('save-note'), button().disabled]).toEqual(['', true]);
  });
});
