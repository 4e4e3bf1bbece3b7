/** What is drawn, and when, on canvases that only note what is asked of them. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Dab } from './dab.ts';
import { Engine } from './engine.ts';
import type { Order, Report } from './orders.ts';
import { editOf } from './testing/edits.ts';

vi.mock('./read-tiles.ts', () => ({
  readTiles: async () => {
    const opaque = () => [9, 8, 7, 255] as const;
    return { edit: editOf(64, 48, opaque, opaque), frame: { widthPx: 64, heightPx: 48, before: [], after: [] } };
  },
}));

let screen: OffscreenCanvas;
/** How often a tile was drawn on the screen. */
let tilesDrawn: number;
/** Whether a pixel was painted that is not opaque. */
let seesThrough: boolean;
/** What is done before the next picture of the screen. */
let due: (() => void)[];
let order: (...orders: readonly Order[]) => void;
let reported: (kind: Report['kind']) => Promise<Report>;

class WatchedCanvas {
  width: number;
  height: number;

  constructor(width: number, height: number) {
    [this.width, this.height] = [width, height];
  }

  getContext() {
    return {
      clearRect() {},
      drawImage: () => tilesDrawn++,
      createImageData: (width: number, height: number) => ({ data: new Uint8ClampedArray(width * height * 4) }),
      putImageData({ data }: { data: Uint8ClampedArray }) {
        if (data.some((value, at) => at % 4 === 3 && value < 255)) seesThrough = true;
      },
    };
  }
}

beforeEach(async () => {
  due = [];
  [tilesDrawn, seesThrough] = [0, false];
  vi.stubGlobal('requestAnimationFrame', (draw: () => void) => due.push(draw));
  vi.stubGlobal('OffscreenCanvas', WatchedCanvas);
  screen = new OffscreenCanvas(1, 1);
  let onReport = (_report: Report) => {};
  reported = (kind) =>
    new Promise((resolve) => {
      onReport = (report) => report.kind === kind && resolve(report);
    });
  const engine = new Engine((report) => onReport(report));
  order = (...orders) => {
    for (const each of orders) engine.take(each);
  };
  const opened = reported('opened');
  order({ kind: 'open', canvas: screen, photo: new Blob(), cutout: new Blob() });
  await opened;
  order({ kind: 'view', view: { widthPx: 128, heightPx: 96, scale: 2, left: 0, top: 0 } });
  await stroke([]);
  nextPicture();
});
afterEach(() => vi.unstubAllGlobals());

const brush = { tool: 'erase', hardness: 1, followsEdges: false } as const;

/** Erases along some dabs. @returns what is said of it once it is done */
function stroke([first, ...others]: readonly Dab[]): Promise<Report> {
  const edited = reported('edited');
  if (first) order({ kind: 'begin', brush, dab: first }, { kind: 'stroke', dabs: others });
  order({ kind: 'end' });
  return edited;
}

/** @returns how often something was to be drawn */
function nextPicture(): number {
  const drawings = due.splice(0);
  for (const draw of drawings) draw();
  return drawings.length;
}

const within = [
  { x: 20, y: 20, radiusPx: 5 },
  { x: 40, y: 20, radiusPx: 5 },
];
const beside = within.map((dab) => ({ ...dab, y: -50 }));

test('a view is drawn as large as it is seen', () => {
  expect([screen.width, screen.height, tilesDrawn, seesThrough]).toEqual([128, 96, 1, false]);
});

test('a stroke is seen at the next picture of the screen, however many dabs it has', async () => {
  expect(await stroke(within)).toMatchObject({ by: 'stroke', canUndo: true });
  expect(seesThrough).toBe(true);
  expect([nextPicture(), tilesDrawn]).toEqual([1, 2]);
});

test('a stroke beside the picture draws nothing', async () => {
  expect(await stroke(beside)).toMatchObject({ by: 'stroke', changed: 0, canUndo: false });
  expect(nextPicture()).toBe(0);
});

test('what is taken back and done again is drawn, where there is something of it', async () => {
  const drawingsOf = async (kind: 'undo' | 'redo') => {
    const edited = reported('edited');
    order({ kind });
    expect(await edited).toMatchObject({ by: kind });
    return nextPicture();
  };
  expect([await drawingsOf('undo'), await drawingsOf('redo')]).toEqual([0, 0]);
  await stroke(within);
  nextPicture();
  expect([await drawingsOf('undo'), await drawingsOf('redo')]).toEqual([1, 1]);
});

test('nothing is written where nothing was changed', async () => {
  const saved = reported('saved');
  order({ kind: 'save' });
  expect(await saved).toEqual({ kind: 'saved', file: null, strokes: [] });
});

test('strokes that are left are handed on, and paint the same once more', async () => {
  const bytesOf = async (of: Order) => {
    const saved = reported('saved');
    order(of);
    const report = await saved;
    if (report.kind !== 'saved' || !report.file) throw new Error('Nothing was saved');
    return { strokes: report.strokes, bytes: new Uint8Array(await report.file.arrayBuffer()) };
  };
  await stroke(within);
  await stroke(beside);
  await stroke(within.map((dab) => ({ ...dab, y: 40 })));
  const undone = reported('edited');
  order({ kind: 'undo' });
  await undone;
  const { strokes, bytes } = await bytesOf({ kind: 'save' });
  expect(strokes).toEqual([{ brush, dabs: within }]);
  expect((await bytesOf({ kind: 'repaint', photo: new Blob(), cutout: new Blob(), strokes })).bytes).toEqual(bytes);
  expect((await bytesOf({ kind: 'repaint', photo: new Blob(), cutout: new Blob(), strokes: [] })).bytes).not.toEqual(
    bytes,
  );
});
