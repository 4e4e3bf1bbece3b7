/**
 * The line between before and after: moved by the range below the picture, or by the pointer on it. Where the picture is
 * larger than its window the pointer moves the picture, and the line by its handle.
 */
import { element, show } from './elements.ts';

/** How near the pointer must come to the line, in pixels. */
const reachPx = 24;
/** A pointer that moves by less clicks. */
const stillPx = 6;

/** What the pointer does beside the line. */
export interface SplitTerms {
  /** Whether it moves the picture at this zoom. */
  isPanning(): boolean;
  /** What a click on the picture does; null while clicks mean nothing. */
  whenClicked(): ((event: PointerEvent) => void) | null;
}

/** The line, its range, and what the pointer does. */
export class Split {
  readonly #stage = element('stage', HTMLElement);
  readonly #viewport = element('viewport', HTMLElement);
  readonly #picture = element('picture', HTMLElement);
  readonly #after = element('after', HTMLElement);
  readonly #handle = element('handle', HTMLElement);
  readonly #range = element('split', HTMLInputElement);
  readonly #terms: SplitTerms;
  #isOffered = false;

  constructor(terms: SplitTerms) {
    this.#terms = terms;
    this.#range.addEventListener('input', () => this.place());
    this.#viewport.addEventListener('scroll', () => this.place());
    this.#stage.addEventListener('pointerdown', (event) => this.#take(event));
    this.offer(false);
  }

  /** Whether there are two pictures to compare; without that all of the result is shown. */
  offer(isOffered: boolean): void {
    this.#isOffered = isOffered;
    show(this.#handle, isOffered);
    show(element('split-label', HTMLElement), isOffered);
    this.place();
  }

  /** Puts the line where the range says: on the part of the picture that is seen. */
  place(): void {
    const picture = this.#picture.getBoundingClientRect();
    const { left, width } = this.#seen(picture);
    const x = left + (width * Number(this.#range.value)) / 100;
    const cut = this.#isOffered ? Math.min(Math.max(0, x - picture.left), picture.width) : 0;
    this.#after.style.clipPath = `inset(0 0 0 ${cut}px)`;
    this.#handle.style.left = `${x - this.#stage.getBoundingClientRect().left}px`;
  }

  /** Where the photo is seen at that place of the window, the line goes to the left end, and all of the result is seen. */
  reveal(clientX: number): void {
    const line = this.#handle.getBoundingClientRect();
    if (!this.#isOffered || clientX >= line.left + line.width / 2) return;
    this.#range.value = '0';
    this.place();
  }

  /** The part of the window that the picture fills. */
  #seen(picture: DOMRect) {
    const window = this.#viewport.getBoundingClientRect();
    const left = Math.max(window.left, picture.left);
    const right = Math.min(window.left + this.#viewport.clientWidth, picture.right);
    return { left, width: Math.max(1, right - left) };
  }

  #take(event: PointerEvent): void {
    const { target } = event;
    if (event.button !== 0 || !(target instanceof Node) || !this.#isPointerOn(target)) return;
    const line = this.#handle.getBoundingClientRect();
    const isNear = this.#isOffered && Math.abs(event.clientX - (line.left + line.width / 2)) <= reachPx;
    const whenClicked = isNear ? null : this.#terms.whenClicked();
    const move = this.#moveFor(event, isNear);
    if (whenClicked) this.#wait(event, move, whenClicked);
    else if (move) this.#drag(event, move);
    else return;
    // A mouse would begin to drag the image itself away.
    if (event.pointerType === 'mouse') event.preventDefault();
  }

  /** What a pointer moves; null where that is left to the browser. */
  #moveFor({ pointerType }: PointerEvent, isNear: boolean): ((event: PointerEvent) => void) | null {
    const isPanning = this.#terms.isPanning();
    if (this.#isOffered && (isNear || !isPanning)) return (moved) => this.#moveTo(moved.clientX);
    return isPanning && pointerType === 'mouse' ? (moved) => this.#pan(moved) : null;
  }

  /** Until it is known whether the pointer moves something or clicks. */
  #wait(start: PointerEvent, move: ((event: PointerEvent) => void) | null, whenClicked: (event: PointerEvent) => void) {
    const stage = this.#stage;
    stage.setPointerCapture(start.pointerId);
    const stop = () => {
      stage.removeEventListener('pointermove', moved);
      stage.removeEventListener('pointerup', up);
      stage.removeEventListener('pointercancel', stop);
    };
    const moved = (event: PointerEvent) => {
      if (Math.hypot(event.clientX - start.clientX, event.clientY - start.clientY) < stillPx) return;
      stop();
      if (move) this.#drag(event, move);
    };
    const up = (event: PointerEvent) => {
      stop();
      whenClicked(event);
    };
    stage.addEventListener('pointermove', moved);
    stage.addEventListener('pointerup', up);
    stage.addEventListener('pointercancel', stop);
  }

  #isPointerOn(target: Node): boolean {
    return this.#viewport.contains(target) || this.#handle.contains(target);
  }

  #drag(start: PointerEvent, move: (event: PointerEvent) => void): void {
    const stage = this.#stage;
    stage.setPointerCapture(start.pointerId);
    const end = () => {
      stage.removeEventListener('pointermove', move);
      for (const name of ['pointerup', 'pointercancel'] as const) stage.removeEventListener(name, end);
    };
    stage.addEventListener('pointermove', move);
    for (const name of ['pointerup', 'pointercancel'] as const) stage.addEventListener(name, end);
    this.#viewport.focus({ preventScroll: true });
    move(start);
  }

  #moveTo(clientX: number): void {
    const { left, width } = this.#seen(this.#picture.getBoundingClientRect());
    this.#range.value = String(Math.round(((clientX - left) / width) * 100));
    this.place();
  }

  #pan({ movementX, movementY }: PointerEvent): void {
    this.#viewport.scrollBy({ left: -movementX, top: -movementY, behavior: 'instant' });
  }
}
