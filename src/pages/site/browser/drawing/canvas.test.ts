// @vitest-environment happy-dom
/** Canvases that the browser can hold or not, and their files, on the page and in a worker. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { blobOf, canvasOf } from './canvas.ts';

/** The type that the browser writes, whatever it is asked for; null writes nothing. */
let writes: string | null | undefined;
/** What it was asked to write. */
const asked: unknown[][] = [];

/** The methods have a signature for each kind of context, which a function of this test cannot have. */
const contextWith = (methods: object | null) =>
  function (this: object) {
    return methods && { canvas: this, ...methods };
  } as () => never;

beforeEach(() => {
  writes = undefined;
  asked.length = 0;
  HTMLCanvasElement.prototype.getContext = contextWith({});
  HTMLCanvasElement.prototype.toBlob = function (this: HTMLCanvasElement, callback, type, quality) {
    asked.push([this.width, this.height, type, quality]);
    callback(writes === null ? null : new Blob(['file'], { type: writes ?? type }));
  };
});
afterEach(() => void vi.unstubAllGlobals());

describe('a canvas', () => {
  test('is of the size that is asked for, unless the browser cannot hold it', () => {
    const { canvas } = canvasOf(30, 20);
    expect([canvas.width, canvas.height]).toEqual([30, 20]);
    HTMLCanvasElement.prototype.getContext = contextWith(null);
    expect(() => canvasOf(30, 20)).toThrow('cannot draw');
  });

  test.each([
    [0, 'cannot draw'],
    [255, null],
  ])('of more than phones draw on is none where a pixel on it is of alpha %i', (alpha, refusal) => {
    const getImageData = () => ({ data: [0, 0, 0, alpha] });
    HTMLCanvasElement.prototype.getContext = contextWith({ fillRect() {}, clearRect() {}, getImageData });
    if (refusal) expect(() => canvasOf(6000, 4000)).toThrow(refusal);
    else expect(canvasOf(6000, 4000).canvas.width).toBe(6000);
  });

  test('is a file of the type that is asked for, or none', async () => {
    const { canvas } = canvasOf(1, 1);
    expect((await blobOf(canvas, 'image/webp', 0.5)).type).toBe('image/webp');
    expect(asked).toEqual([[1, 1, 'image/webp', 0.5]]);
    for (const other of ['image/png', null]) {
      writes = other;
      await expect(blobOf(canvas, 'image/webp')).rejects.toThrow('cannot write');
    }
  });

  test('in a worker has no element', async () => {
    class Offscreen {
      readonly width: number;
      readonly height: number;
      readonly getContext = contextWith({});
      constructor(width: number, height: number) {
        [this.width, this.height] = [width, height];
      }
      async convertToBlob(settings: object) {
        return Object.assign(new Blob(['file'], { type: 'image/webp' }), { settings });
      }
    }
    vi.stubGlobal('OffscreenCanvas', Offscreen);
    vi.stubGlobal('document', undefined);
    const { canvas } = canvasOf(3, 2);
    expect([canvas instanceof Offscreen, canvas.width, canvas.height]).toEqual([true, 3, 2]);
    expect(await blobOf(canvas, 'image/webp', 0.5)).toMatchObject({ settings: { type: 'image/webp', quality: 0.5 } });
    await expect(blobOf(canvas, 'image/jpeg')).rejects.toThrow('cannot write');
  });
});
