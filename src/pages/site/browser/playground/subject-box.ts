/** The box around the subject that is meant: drawn upon the photo by mouse, finger or keyboard, and sent as `roi`. */
import { element, show } from './elements.ts';

/** Sides of a box in percent of the photo's. */
export interface Corners {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** A box that is smaller was a click. */
const leastPercent = 1;
/** What the keyboard begins with. */
const middle: Corners = { left: 25, top: 25, right: 75, bottom: 75 };
/** By how much an arrow key moves. */
const stepPercent = 1;

/** The box as the option writes it. */
export function textOf({ left, top, right, bottom }: Corners): string {
  return [left, top, right, bottom].map((side) => `${Math.round(side * 10) / 10}%`).join(' ');
}

/** The box of a text in percent; null for any other. */
export function cornersOf(text: string): Corners | null {
  const sides = /^([\d.]+)% ([\d.]+)% ([\d.]+)% ([\d.]+)%$/.exec(text)?.slice(1).map(Number);
  if (!sides) return null;
  const [left, top, right, bottom] = sides;
  return { left, top, right, bottom };
}

/** The box between two places, inside of the photo; null for a click. */
export function cornersBetween(one: readonly [number, number], other: readonly [number, number]): Corners | null {
  const [x, y] = [0, 1].map((axis) => [one[axis], other[axis]].map(inside).sort((low, high) => low - high));
  const corners = { left: x[0], top: y[0], right: x[1], bottom: y[1] };
  const isBox = x[1] - x[0] >= leastPercent && y[1] - y[0] >= leastPercent;
  return isBox ? corners : null;
}

/**
 * The box after an arrow key, which moves it, or its right and lower side.
 * @returns the very box for any other key, and where it would leave the photo or become too small
 */
export function afterKey(corners: Corners, key: string, isSizing: boolean): Corners {
  const across = key === 'ArrowLeft' ? -stepPercent : key === 'ArrowRight' ? stepPercent : 0;
  const down = key === 'ArrowUp' ? -stepPercent : key === 'ArrowDown' ? stepPercent : 0;
  const right = corners.right + across;
  const bottom = corners.bottom + down;
  const left = isSizing ? corners.left : corners.left + across;
  const top = isSizing ? corners.top : corners.top + down;
  const isInside = left >= 0 && top >= 0 && right <= 100 && bottom <= 100;
  const isBox = right - left >= leastPercent && bottom - top >= leastPercent;
  return isInside && isBox ? { left, top, right, bottom } : corners;
}

function inside(percent: number): number {
  return Math.min(100, Math.max(0, percent));
}

/** Draws the box and writes it into the field of every kind, so that it stays when another kind is chosen. */
export class SubjectBox {
  readonly #button = element('draw-box', HTMLButtonElement);
  readonly #canvas = element('drawing', HTMLElement);
  readonly #outline = element('box', HTMLElement);
  readonly #showPhoto: () => Promise<boolean>;
  #corners: Corners | null = null;
  #from: readonly [number, number] | null = null;

  /** @param showPhoto shows what is drawn upon; false where that cannot be now */
  constructor(showPhoto: () => Promise<boolean>) {
    this.#showPhoto = showPhoto;
    this.#button.addEventListener('click', () => (this.#canvas.hidden ? this.#start() : this.#end()));
    this.#canvas.addEventListener('pointerdown', (event) => {
      event.preventDefault();
      event.stopPropagation();
      this.#canvas.setPointerCapture(event.pointerId);
      this.#canvas.focus();
      this.#from = this.#placeOf(event);
    });
    this.#canvas.addEventListener('pointermove', (event) => {
      if (this.#from) this.#draw(cornersBetween(this.#from, this.#placeOf(event)));
    });
    this.#canvas.addEventListener('pointerup', (event) => {
      if (!this.#from) return;
      const drawn = cornersBetween(this.#from, this.#placeOf(event));
      this.#from = null;
      this.#draw(drawn);
      if (drawn) this.#end();
    });
    this.#canvas.addEventListener('pointercancel', () => {
      this.#from = null;
    });
    this.#canvas.addEventListener('keydown', (event) => this.#onKey(event));
  }

  /** Ends the drawing without a change, as a call begins. */
  close(): void {
    this.#from = null;
    show(this.#canvas, false);
    this.#button.setAttribute('aria-pressed', 'false');
  }

  /** Takes the box away: it was of another photo. */
  clear(): void {
    this.close();
    for (const field of fields()) field.value = '';
  }

  async #start(): Promise<void> {
    if (!(await this.#showPhoto())) return;
    this.#button.setAttribute('aria-pressed', 'true');
    show(this.#canvas, true);
    this.#draw(cornersOf(fields()[0]?.value ?? '') ?? middle);
    this.#canvas.focus();
  }

  #end(): void {
    this.close();
    for (const field of fields()) field.value = this.#corners ? textOf(this.#corners) : '';
    fields()[0]?.dispatchEvent(new Event('change', { bubbles: true }));
    this.#button.focus();
  }

  #onKey(event: KeyboardEvent): void {
    if (event.key === 'Escape') this.#draw(null);
    if (event.key === 'Escape' || event.key === 'Enter') {
      event.preventDefault();
      return this.#end();
    }
    if (!event.key.startsWith('Arrow')) return;
    event.preventDefault();
    this.#draw(afterKey(this.#corners ?? middle, event.key, event.shiftKey));
  }

  #draw(corners: Corners | null): void {
    this.#corners = corners;
    show(this.#outline, corners !== null);
    if (!corners) return;
    const { left, top, right, bottom } = corners;
    const sides = { left, top, width: right - left, height: bottom - top };
    for (const [side, percent] of Object.entries(sides)) this.#outline.style.setProperty(side, `${percent}%`);
  }

  /** Percent from the photo's left and upper side. */
  #placeOf({ clientX, clientY }: PointerEvent): readonly [number, number] {
    const { left, top, width, height } = this.#canvas.getBoundingClientRect();
    return [((clientX - left) / width) * 100, ((clientY - top) / height) * 100];
  }
}

function fields(): readonly HTMLInputElement[] {
  return [...document.querySelectorAll<HTMLInputElement>('input[data-option="roi"]')];
}
