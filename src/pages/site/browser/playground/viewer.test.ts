// @vitest-environment happy-dom
/** What is seen of a photo and its result: layers, matte, zoom, the line between. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { isShown, openPage, pick, png } from '../testing/page.ts';
import { type AnsweredPicture, nothingKnown } from './outcome.ts';
import * as pictures from './pictures.ts';
import { Viewer } from './viewer.ts';
import { pictureOfZip } from './zip.ts';

vi.mock('./pictures.ts', async (original) => ({
  ...(await original<typeof import('./pictures.ts')>()),
  matteOf: vi.fn(async () => matte),
  shadeOf: vi.fn(async () => shade),
}));
vi.mock('./zip.ts', () => ({ pictureOfZip: vi.fn(async () => joined) }));

const [matte, shade, joined] = ['matte', 'shade', 'joined'].map((text) => new Blob([text], { type: 'image/png' }));
const photo = new File(['a photo'], 'car.jpg', { type: 'image/jpeg' });
const main = png();
const outcome: AnsweredPicture = {
  ...{ main, isMatte: false, shadow: null, bytes: 30 },
  known: { ...nothingKnown, inputPx: [40, 30] },
};
const input = (id: string) => document.getElementById(id) as HTMLInputElement;
const at = (id: string) => document.getElementById(id) as HTMLElement;
const flip = (id: string) => {
  input(id).checked = !input(id).checked;
  input(id).dispatchEvent(new Event('input'));
};

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
  await viewer.showPhoto(photo);
  await viewer.showOutcome({ ...outcome, ...changes });
}
const layers = () => ['main-layer', 'shadow-layer', 'matte-layer'].filter(isShown);

describe('where to look first', () => {
  const lookFirstPx = [10, 6, 20, 3] as const;

  test('is framed, in the part that is shown', async () => {
    await shown({ known: { ...outcome.known, lookFirstPx } });
    expect(isShown('look-first')).toBe(true);
    const { left, top, width, height } = at('look-first').style;
    expect([left, top, width, height].map((side) => Math.round(Number.parseFloat(side)))).toEqual([25, 20, 50, 10]);
    await viewer.showOutcome({ ...outcome, known: { ...outcome.known, lookFirstPx, boxPx: [10, 0, 20, 30] } });
    expect([at('look-first').style.left, at('look-first').style.width]).toEqual(['0%', '100%']);
  });

  test('has no frame where nobody knows, nor without a result', async () => {
    await shown();
    expect(isShown('look-first')).toBe(false);
    await shown({ known: { ...outcome.known, lookFirstPx } });
    viewer.clearOutcome();
    expect(isShown('look-first')).toBe(false);
  });
});

describe('a photo', () => {
  test('is shown, in its own shape', async () => {
    await viewer.showPhoto(photo);
    expect([isShown('before'), isShown('unseen'), isShown('after')]).toEqual([true, false, false]);
    expect(at('viewport').style.aspectRatio).toBe('40 / 30');
  });

  test('that the browser cannot read is said to be so', async () => {
    HTMLImageElement.prototype.decode = () => Promise.reject(new Error('Unknown'));
    await viewer.showPhoto(photo);
    expect([isShown('before'), isShown('unseen')]).toEqual([false, true]);
  });

  test('of an address is not shown', async () => {
    await shown();
    await viewer.showPhoto(new URL('https://images.example.com/a.jpg'));
    expect([isShown('before'), isShown('unseen'), isShown('after')]).toEqual([false, false, false]);
  });

  test('that comes later than another is not put in its place', async () => {
    const late = viewer.showPhoto(photo);
    HTMLImageElement.prototype.decode = () => Promise.reject(new Error('Unknown'));
    await viewer.showPhoto(photo);
    await late;
    expect([isShown('before'), isShown('unseen')]).toEqual([false, true]);
  });
});

describe('a result', () => {
  test('lies upon its photo, with a line between', async () => {
    await shown();
    expect([layers(), isShown('after'), isShown('before'), isShown('layers'), isShown('shown')]).toEqual([
      ...[['main-layer'], true, true, false, true],
    ]);
    expect([isShown('handle'), isShown('split-label')]).toEqual([true, true]);
    viewer.clearOutcome();
    expect([layers(), isShown('after'), isShown('before'), isShown('handle')]).toEqual([[], false, true, false]);
    expect(await viewer.layers()).toBeNull();
  });

  test('of another part of the photo is shown upon that part', async () => {
    await shown({ known: { ...outcome.known, boxPx: [-10, 15, 80, 30] } });
    expect([isShown('before'), isShown('handle')]).toEqual([true, true]);
    const { left, top, width, height } = at('before').style;
    expect([left, top, width, height]).toEqual(['12.5%', '-50%', '50%', '100%']);
    await viewer.showPhoto(photo);
    expect([at('before').style.width, Number.parseFloat(at('before').style.left)]).toEqual(['100%', 0]);
  });

  test('without a photo that is seen is shown alone', async () => {
    await viewer.showPhoto(new URL('https://images.example.com/a.jpg'));
    await viewer.showOutcome(outcome);
    expect([isShown('before'), isShown('handle'), layers()]).toEqual([false, false, ['main-layer']]);
  });

  test('that has a background has the matte of the cutout all the same', async () => {
    const cutout = png();
    await shown({ withOwnAlpha: async () => cutout });
    pick('shown', 'matte');
    await vi.waitFor(() => expect(layers()).toEqual(['matte-layer']));
    expect(vi.mocked(pictures.matteOf)).toHaveBeenCalledExactlyOnceWith(cutout);
  });

  test('that is a ZIP is shown as the picture in it', async () => {
    const zip = new Blob(['PK'], { type: 'application/zip' });
    await shown({ main: zip });
    expect(vi.mocked(pictureOfZip)).toHaveBeenCalledExactlyOnceWith(zip);
    expect(await viewer.layers()).toEqual([{ picture: joined, opacity: 1 }]);
  });

  test('that comes after the next photo is dropped', async () => {
    await viewer.showPhoto(photo);
    const late = viewer.showOutcome(outcome);
    await viewer.showPhoto(photo);
    await late;
    expect([isShown('after'), await viewer.layers()]).toEqual([false, null]);
  });

  test('is shown as its matte where that is chosen, made once', async () => {
    await shown();
    pick('shown', 'matte');
    await vi.waitFor(() => expect(layers()).toEqual(['matte-layer']));
    expect(viewer.shown).toBe('matte');
    expect(await viewer.layers()).toEqual([{ picture: matte, opacity: 1 }]);
    pick('shown', 'cutout');
    await vi.waitFor(() => expect(layers()).toEqual(['main-layer']));
    expect(viewer.shown).toBe('cutout');
    expect(vi.mocked(pictures.matteOf)).toHaveBeenCalledTimes(1);
  });

  test('whose matte failed has it made anew when it is asked for again', async () => {
    pick('shown', 'matte');
    vi.mocked(pictures.matteOf).mockRejectedValueOnce(new Error('No memory'));
    await expect(shown()).rejects.toThrow('No memory');
    expect(await viewer.layers()).toEqual([{ picture: matte, opacity: 1 }]);
    expect(vi.mocked(pictures.matteOf)).toHaveBeenCalledTimes(2);
  });

  test('that is a matte is nothing else', async () => {
    await shown({ isMatte: true });
    expect([viewer.shown, layers(), isShown('shown')]).toEqual(['matte', ['matte-layer'], false]);
    expect(await viewer.layers()).toEqual([{ picture: main, opacity: 1 }]);
    expect(vi.mocked(pictures.matteOf)).not.toHaveBeenCalled();
  });
});

describe('a shadow', () => {
  beforeEach(() => shown({ shadow: png(0) }));

  test('is a layer below, as strong as is said', async () => {
    expect([layers(), isShown('layers')]).toEqual([['main-layer', 'shadow-layer'], true]);
    input('strength').value = '40';
    input('strength').dispatchEvent(new Event('input'));
    await vi.waitFor(() => expect(at('shadow-layer').style.opacity).toBe('0.4'));
    expect(await viewer.layers()).toEqual([
      { picture: shade, opacity: 0.4 },
      { picture: main, opacity: 1 },
    ]);
  });

  test('and the car above it are switched off by themselves', async () => {
    flip('shadow-on');
    await vi.waitFor(() => expect(layers()).toEqual(['main-layer']));
    expect(await viewer.layers()).toEqual([{ picture: main, opacity: 1 }]);
    flip('shadow-on');
    flip('main-on');
    await vi.waitFor(() => expect(layers()).toEqual(['shadow-layer']));
    // The file has the size of the car all the same.
    expect(await viewer.layers()).toEqual([
      { picture: shade, opacity: 1 },
      { picture: main, opacity: 0 },
    ]);
  });
});

describe('the zoom', () => {
  /** A window of that many pixels: the document of the tests lays nothing out. */
  const windowOf = (width: number, height: number) => {
    for (const [name, value] of Object.entries({ clientWidth: width, clientHeight: height })) {
      Object.defineProperty(at('viewport'), name, { configurable: true, value });
    }
  };
  const size = () => [at('picture').style.width, at('picture').style.height];

  test('fits the picture into its window, or shows its pixels', async () => {
    windowOf(400, 150);
    await shown();
    expect([size(), at('viewport').dataset.zoom]).toEqual([['200px', '150px'], 'fit']);
    windowOf(20, 150);
    pick('zoom', 'fit');
    expect(size()).toEqual(['20px', '15px']);
    pick('zoom', '4');
    expect([size(), at('viewport').dataset.zoom]).toEqual([['160px', '120px'], '4']);
    pick('zoom', '1');
    expect(size()).toEqual(['40px', '30px']);
  });

  test('keeps the spot in the middle where it was', async () => {
    windowOf(40, 30);
    await shown();
    const moved = vi.fn();
    at('viewport').scrollTo = moved;
    const sides = { offsetWidth: 40, offsetHeight: 30, offsetLeft: 0, offsetTop: 0 };
    for (const name of Object.keys(sides) as (keyof typeof sides)[]) {
      const side = name === 'offsetWidth' ? 'width' : 'height';
      const get = () => (sides[name] === 0 ? 0 : Number.parseFloat(at('picture').style[side]));
      Object.defineProperty(at('picture'), name, { configurable: true, get });
    }
    pick('zoom', '4');
    expect(moved).toHaveBeenCalledWith({ left: 60, top: 45, behavior: 'instant' });
  });
});
