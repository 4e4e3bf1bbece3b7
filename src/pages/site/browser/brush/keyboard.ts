/** The brush by keys alone: they act while the picture has the focus, so that no key of a control is taken from it. */
import { type Parts, switchTool } from './dialog.ts';
import type { Stage } from './stage.ts';
import type { Strokes } from './strokes.ts';

/** A key moves the brush by this share of its diameter. */
const stepShare = 0.25;

const directions: Readonly<Record<string, readonly [across: number, down: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** Makes the stage answer to keys. */
export function takeKeys(parts: Parts, stage: Stage, strokes: Strokes): void {
  const { stage: target } = parts;
  /** Where the brush is on the picture; the middle at first. */
  let place: { x: number; y: number } | null = null;

  const dabHere = () => {
    place ??= { ...stage.middle };
    return { ...place, radiusPx: stage.radiusOf(strokes.diameterPx) };
  };
  const showHere = () => {
    const dab = dabHere();
    stage.reveal(dab);
    stage.showTip(dab);
  };

  const actions: Readonly<Record<string, () => void>> = {
    ' ': () => strokes.isDrawing || strokes.begin(dabHere()),
    x: () => switchTool(parts),
    '[': () => strokes.resize(false),
    ']': () => strokes.resize(true),
    z: () => parts.undo.click(),
    Z: () => parts.redo.click(),
    y: () => parts.redo.click(),
    '+': () => stage.zoomStep(true),
    '=': () => stage.zoomStep(true),
    '-': () => stage.zoomStep(false),
    '0': () => stage.fit(),
  };

  function move([across, down]: readonly [number, number], isByPixel: boolean): void {
    const { x, y, radiusPx } = dabHere();
    const { widthPx, heightPx } = stage.sides;
    const step = isByPixel ? 1 : Math.max(1, Math.round(radiusPx * 2 * stepShare));
    place = { x: limited(x + across * step, widthPx), y: limited(y + down * step, heightPx) };
    strokes.draw([dabHere()]);
  }

  target.addEventListener('keydown', (event) => {
    const direction = directions[event.key];
    const action = actions[event.key];
    // With Ctrl and its like, undo and redo alone are ours; Shift tells them apart.
    if (event.altKey || (!direction && !action)) return;
    if ((event.ctrlKey || event.metaKey) && !['z', 'Z', 'y'].includes(event.key)) return;
    event.preventDefault();
    if (direction) move(direction, event.shiftKey);
    else action();
    showHere();
  });
  target.addEventListener('keyup', (event) => {
    if (event.key === ' ') strokes.end();
  });
  target.addEventListener('blur', () => {
    strokes.end();
    stage.showTip(null);
  });
  // A place that a pointer pointed at is where keys go on.
  target.addEventListener('pointerup', (event) => {
    place = stage.dabAt(stage.placeOf(event), 1);
  });
}

function limited(place: number, length: number): number {
  return Math.min(length - 0.5, Math.max(0.5, Math.floor(place) + 0.5));
}
