// @vitest-environment happy-dom
/** What is painted of pixels: mattes, shadows, small copies, compositions, and the picture of a ZIP. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { composed, matteOf, save, shadeOf } from './pictures.ts';
import { scaledTo } from './scale.ts';
import { filesOf, pictureOfZip } from './zip.ts';

/** What a canvas was asked to do, in order. */
const asked: unknown[][] = [];
/** Pixels of the picture that is drawn. */
let pixels: number[] = [];
let written: number[] = [];
/** The type that the browser writes, whatever it is asked for; null writes nothing. */
let writes: string | null | undefined;
let closed = 0;

interface Bitmap {
  readonly width: number;
  readonly height: number;
  readonly of: unknown;
}

beforeEach(() => {
  asked.length = 0;
  [pixels, written, writes, closed] = [[], [], undefined, 0];
  vi.stubGlobal(
    'createImageBitmap',
    async (of: Blob & Bitmap, { resizeWidth, resizeHeight }: ImageBitmapOptions = {}) => ({
      width: resizeWidth ?? (of.size > 100 ? 1000 : 2),
      height: resizeHeight ?? (of.size > 100 ? 500 : 1),
      of,
      close: () => void closed++,
    }),
  );
  // The method has a signature for each kind of context, which a function of this test cannot have.
  HTMLCanvasElement.prototype.getContext = function (this: HTMLCanvasElement) {
    const context = {
      globalAlpha: 1,
      drawImage: ({ of }: Bitmap, ...place: number[]) => void asked.push(['draw', of, context.globalAlpha, ...place]),
      getImageData: (...place: number[]) => {
        expect(place).toEqual([0, 0, 2, 1]);
        return { data: Uint8ClampedArray.from(pixels) };
      },
      putImageData: ({ data }: ImageData, ...place: number[]) => {
        written = [...data];
        expect(place).toEqual([0, 0]);
      },
    };
    return context;
  } as () => never;
  HTMLCanvasElement.prototype.toBlob = function (this: HTMLCanvasElement, callback, type, quality) {
    asked.push(['write', this.width, this.height, type, quality]);
    callback(writes === null ? null : new Blob(['file'], { type: writes ?? type }));
  };
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const blob = (text: string, type = 'image/png') => new Blob([text], { type });

describe('of a cutout', () => {
  test('the matte is its alpha, grey and opaque', async () => {
    pixels = [1, 2, 3, 200, 4, 5, 6, 0];
    expect((await matteOf(blob('cutout'))).type).toBe('image/png');
    expect(written).toEqual([200, 200, 200, 255, 0, 0, 0, 255]);
    expect(closed).toBe(1);
  });

  test('the shade of a grey shadow is black, as dark as that one is light', async () => {
    pixels = [200, 200, 200, 255, 0, 0, 0, 255];
    await shadeOf(blob('shadow'));
    expect(written).toEqual([0, 0, 0, 200, 0, 0, 0, 0]);
  });
});

describe('layers', () => {
  test('are one picture, in their order, as strong as they are', async () => {
    const [car, shadow] = [blob('car'), blob('shadow')];
    const layers = [
      { picture: shadow, opacity: 0.4 },
      { picture: car, opacity: 1 },
    ];
    expect((await composed(layers)).type).toBe('image/png');
    expect(asked).toEqual([
      ['draw', shadow, 0.4, 0, 0],
      ['draw', car, 1, 0, 0],
      ['write', 2, 1, 'image/png', undefined],
    ]);
    expect(closed).toBe(2);
  });
});

describe('a small copy', () => {
  const photo = (type: string, name = 'a.b.jpeg') => new File(['x'.repeat(200)], name, { type });

  test('is none of a photo that is small enough', async () => {
    const given = photo('image/jpeg');
    expect(await scaledTo(given, 500_000)).toBe(given);
    expect([asked, closed]).toEqual([[], 1]);
  });

  test('has at most so many pixels, and its name', async () => {
    const small = await scaledTo(photo('image/jpeg'), 499_999);
    expect([small.name, small.type]).toEqual(['a.b.jpg', 'image/jpeg']);
    expect(asked.at(-1)).toEqual(['write', 999, 499, 'image/jpeg', 0.92]);
    expect([asked[0][0], closed]).toEqual(['draw', 2]);
  });

  test.each([
    ['image/png', 'a.b.png', 'image/png'],
    ['image/gif', 'a.b.png', 'image/png'],
    ['image/bmp', 'a.b.png', 'image/png'],
    ['image/svg+xml', 'a.b.png', 'image/png'],
    ['image/webp', 'a.b.jpg', 'image/jpeg'],
    ['', 'a.b.jpg', 'image/jpeg'],
  ])('of %s is %s', async (type, name, made) => {
    const small = await scaledTo(photo(type), 1000);
    expect([small.name, small.type]).toEqual([name, made]);
  });

  test('of a photo without a name has one', async () => {
    expect((await scaledTo(photo('image/jpeg', '.jpg'), 1000)).name).toBe('photo.jpg');
  });

  test('gives its picture back where it cannot be written', async () => {
    writes = null;
    await expect(scaledTo(photo('image/jpeg'), 1000)).rejects.toThrow('cannot write');
    expect(closed).toBe(2);
  });
});

describe('a ZIP', () => {
  /** A ZIP of whole files, as APPNOTE 6.3 has it, with as much beside names as is said. */
  function zipOf(files: Record<string, string>, extra = 0): Blob {
    const parts: Uint8Array<ArrayBuffer>[] = [];
    const central: Uint8Array<ArrayBuffer>[] = [];
    let at = 0;
    const head = (bytes: number, ...fields: [offset: number, bytes: 2 | 4, value: number][]) => {
      const view = new DataView(new ArrayBuffer(bytes));
      for (const [offset, width, value] of fields)
        if (width === 2) view.setUint16(offset, value, true);
        else view.setUint32(offset, value, true);
      return new Uint8Array(view.buffer);
    };
    for (const [name, text] of Object.entries(files)) {
      const [title, data, gap] = [
        new TextEncoder().encode(name),
        new TextEncoder().encode(text),
        new Uint8Array(extra),
      ];
      const local = [head(30, [26, 2, title.length], [28, 2, extra]), title, gap, data];
      central.push(
        head(46, [20, 4, data.length], [28, 2, title.length], [30, 2, extra], [32, 2, extra], [42, 4, at]),
        title,
        gap,
        gap,
      );
      for (const part of local) {
        parts.push(part);
        at += part.length;
      }
    }
    return new Blob([...parts, ...central, head(22, [10, 2, Object.keys(files).length], [16, 4, at])]);
  }

  test.each([0, 7])('has files by name, with %i bytes beside each', async (extra) => {
    const files = await filesOf(zipOf({ 'color.jpg': 'colours', 'alpha.png': 'alpha' }, extra));
    expect(await Promise.all([...files].map(async ([name, file]) => [name, await file.text()]))).toEqual([
      ['color.jpg', 'colours'],
      ['alpha.png', 'alpha'],
    ]);
  });

  test('is one picture: its colours under its alpha', async () => {
    const read = [
      [1, 2, 3, 255, 4, 5, 6, 255],
      [90, 90, 90, 255, 7, 7, 7, 255],
    ];
    HTMLCanvasElement.prototype.getContext = contextOf(read);
    expect((await pictureOfZip(zipOf({ 'color.jpg': 'colours', 'alpha.png': 'alpha' }))).type).toBe('image/png');
    expect(written).toEqual([1, 2, 3, 90, 4, 5, 6, 7]);
    expect(closed).toBe(2);
  });

  test('without one of them is none', async () => {
    HTMLCanvasElement.prototype.getContext = contextOf([[0, 0, 0, 0]]);
    await expect(pictureOfZip(zipOf({ 'color.jpg': 'colours' }))).rejects.toThrow('alpha.png');
    await expect(pictureOfZip(zipOf({}))).rejects.toThrow('color.jpg');
  });
});

/** Contexts of canvases that hold these pixels, one after the other; as above of one kind alone. */
function contextOf(read: number[][]) {
  return (() => {
    const own = read.shift() ?? [];
    return {
      drawImage: (_: Bitmap, ...place: number[]) => expect(place).toEqual([0, 0]),
      getImageData: (...place: number[]) => {
        expect(place.slice(0, 2)).toEqual([0, 0]);
        return { data: Uint8ClampedArray.from(own) };
      },
      putImageData: ({ data }: ImageData, ...place: number[]) => {
        written = [...data];
        expect(place).toEqual([0, 0]);
      },
    };
  }) as () => never;
}

test('a file is saved under its name, and let go when the download has begun', () => {
  vi.useFakeTimers();
  const clicked: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    clicked.push(`${this.download} ${this.href}`);
  });
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:one');
  const revoked = vi.spyOn(URL, 'revokeObjectURL').mockImplementation(() => {});
  save(blob('file'), 'photo-cutout.png');
  expect(clicked).toEqual(['photo-cutout.png blob:one']);
  vi.advanceTimersByTime(9999);
  expect(revoked).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(revoked).toHaveBeenCalledExactlyOnceWith('blob:one');
  vi.useRealTimers();
});
