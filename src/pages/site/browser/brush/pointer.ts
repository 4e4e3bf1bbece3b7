/**
 * Mouse, pen and fingers on the stage. One paints; two fingers, the middle button and the wheel move the picture; two fingers
 * and the wheel with Ctrl zoom.
 */
import type { Dab } from './dab.ts';
import type { Stage, StagePlace } from './stage.ts';
import type { Strokes } from './strokes.ts';

/** Size of a pen's lightest touch, as a share of that of its firmest. */
const lightestTouch = 0.3;
/** How far the wheel turns for a factor of e. */
const wheelPerZoom = 300;

/** Makes the stage answer to pointers. */
export function takePointers(target: HTMLElement, stage: Stage, strokes: Strokes): void {
  const pointers = new Pointers(target, stage, strokes);
  target.addEventListener('pointerdown', (event) => pointers.begin(event));
  target.addEventListener('pointermove', (event) => pointers.move(event));
  for (const end of ['pointerup', 'pointercancel'] as const) {
    target.addEventListener(end, (event) => pointers.end(event));
  }
  target.addEventListener('pointerleave', () => pointers.leave());
  target.addEventListener('wheel', (event) => turnWheel(event, stage, strokes), { passive: false });
}

/** What is down on the stage, and what it does. */
class Pointers {
  readonly #target: HTMLElement;
  readonly #stage: Stage;
  readonly #strokes: Strokes;
  readonly #down = new Map<number, StagePlace>();
  /** Whether what is down moves the picture until all of it is up. */
  #isMoving = false;

  constructor(target: HTMLElement, stage: Stage, strokes: Strokes) {
    this.#target = target;
    this.#stage = stage;
    this.#strokes = strokes;
  }

  begin(event: PointerEvent): void {
    if (event.button !== 0 && event.button !== 1) return;
    event.preventDefault();
    this.#target.focus({ preventScroll: true });
    this.#target.setPointerCapture(event.pointerId);
    this.#down.set(event.pointerId, this.#stage.placeOf(event));
    if (this.#down.size > 1 || event.button === 1) {
      // The first finger came a moment before the second one, and painted.
      this.#strokes.cancel();
      this.#stage.showTip(null);
      this.#isMoving = true;
    } else this.#strokes.begin(this.#dabOf(event));
  }

  move(event: PointerEvent): void {
    if (this.#isMoving) return this.#pinch(event);
    this.#stage.showTip(this.#dabOf(event));
    if (!this.#strokes.isDrawing || !this.#down.has(event.pointerId)) return;
    const passed = event.getCoalescedEvents?.() ?? [];
    this.#strokes.draw((passed.length > 0 ? passed : [event]).map((each) => this.#dabOf(each)));
  }

  end(event: PointerEvent): void {
    if (!this.#down.delete(event.pointerId)) return;
    if (event.type === 'pointercancel') this.#strokes.cancel();
    else this.#strokes.end();
    if (this.#down.size === 0) this.#isMoving = false;
    if (event.pointerType === 'touch') this.#stage.showTip(null);
  }

  leave(): void {
    if (this.#down.size === 0) this.#stage.showTip(null);
  }

  /** Moves and zooms by how the places that are down move together. */
  #pinch(event: PointerEvent): void {
    if (!this.#down.has(event.pointerId)) return;
    const before = togetherOf([...this.#down.values()]);
    this.#down.set(event.pointerId, this.#stage.placeOf(event));
    const after = togetherOf([...this.#down.values()]);
    this.#stage.move(after.x - before.x, after.y - before.y);
    if (before.spread > 0) this.#stage.zoom(after.spread / before.spread, after);
  }

  #dabOf(event: PointerEvent): Dab {
    return this.#stage.dabAt(this.#stage.placeOf(event), this.#strokes.diameterPx * pressureOf(event));
  }
}

function turnWheel(event: WheelEvent, stage: Stage, strokes: Strokes): void {
  event.preventDefault();
  if (strokes.isDrawing) return;
  if (event.ctrlKey || event.metaKey) stage.zoom(Math.exp(-event.deltaY / wheelPerZoom), stage.placeOf(event));
  else if (event.shiftKey) stage.move(-event.deltaY, 0);
  else stage.move(-event.deltaX, -event.deltaY);
  stage.showTip(stage.dabAt(stage.placeOf(event), strokes.diameterPx));
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
