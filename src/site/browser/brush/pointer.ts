/**
 * Mouse, pen and fingers on the stage. One paints; two fingers, the middle button and the wheel move the picture; two fingers
 * and the wheel with Ctrl zoom.
 */
import type { Stage, StagePlace } from './stage.ts';
import type { Strokes } from './strokes.ts';

/** Size of a pen's lightest touch, as a share of that of its firmest. */
const lightestTouch = 0.3;
/** How far the wheel turns for a factor of e. */
const wheelPerZoom = 300;

/** Makes the stage answer to pointers. */
export function takePointers(target: HTMLElement, stage: Stage, strokes: Strokes): void {
  const down = new Map<number, StagePlace>();
  /** Whether what is down moves the picture until all of it is up. */
  let isMoving = false;

  const dabOf = (event: PointerEvent) => stage.dabAt(stage.placeOf(event), strokes.diameterPx * pressureOf(event));

  target.addEventListener('pointerdown', (event) => {
    if (event.button !== 0 && event.button !== 1) return;
    event.preventDefault();
    target.focus({ preventScroll: true });
    target.setPointerCapture(event.pointerId);
    down.set(event.pointerId, stage.placeOf(event));
    if (down.size > 1 || event.button === 1) {
      // The first finger came a moment before the second one, and painted.
      strokes.cancel();
      stage.showTip(null);
      isMoving = true;
    } else strokes.begin(dabOf(event));
  });

  target.addEventListener('pointermove', (event) => {
    if (isMoving) return pinch(event);
    stage.showTip(dabOf(event));
    if (!strokes.isDrawing || !down.has(event.pointerId)) return;
    const passed = event.getCoalescedEvents?.() ?? [];
    strokes.draw((passed.length > 0 ? passed : [event]).map(dabOf));
  });

  /** Moves and zooms by how the places that are down move together. */
  function pinch(event: PointerEvent): void {
    if (!down.has(event.pointerId)) return;
    const before = togetherOf([...down.values()]);
    down.set(event.pointerId, stage.placeOf(event));
    const after = togetherOf([...down.values()]);
    stage.move(after.x - before.x, after.y - before.y);
    if (before.spread > 0) stage.zoom(after.spread / before.spread, after);
  }

  const up = (event: PointerEvent) => {
    if (!down.delete(event.pointerId)) return;
    if (event.type === 'pointercancel') strokes.cancel();
    else strokes.end();
    if (down.size === 0) isMoving = false;
    if (event.pointerType === 'touch') stage.showTip(null);
  };
  target.addEventListener('pointerup', up);
  target.addEventListener('pointercancel', up);
  target.addEventListener('pointerleave', () => down.size === 0 && stage.showTip(null));

  target.addEventListener(
    'wheel',
    (event) => {
      event.preventDefault();
      if (strokes.isDrawing) return;
      if (event.ctrlKey || event.metaKey) stage.zoom(Math.exp(-event.deltaY / wheelPerZoom), stage.placeOf(event));
      else if (event.shiftKey) stage.move(-event.deltaY, 0);
      else stage.move(-event.deltaX, -event.deltaY);
      stage.showTip(stage.dabAt(stage.placeOf(event), strokes.diameterPx));
    },
    { passive: false },
  );
}

function pressureOf({ pointerType, pressure }: PointerEvent): number {
  return pointerType === 'pen' && pressure > 0 ? lightestTouch + (1 - lightestTouch) * pressure : 1;
}

/** The middle of places, and how far they are from it. */
function togetherOf(places: readonly StagePlace[]): StagePlace & { readonly spread: number } {
  const middleOf = (side: 'x' | 'y') => places.reduce((sum, place) => sum + place[side], 0) / places.length;
  const [x, y] = [middleOf('x'), middleOf('y')];
  const spread = places.reduce((sum, place) => sum + Math.hypot(place.x - x, place.y - y), 0) / places.length;
  return { x, y, spread };
}
