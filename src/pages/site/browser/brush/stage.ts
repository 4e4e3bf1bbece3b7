/** The window onto the picture: what is seen of it, and the ring that shows where the brush is. */
import type { Connection } from './connection.ts';
import type { Dab } from './dab.ts';
import type { Parts } from './dialog.ts';
import { fittingView, movedView, pictureAt, resizedView, type View, viewWith, zoomedView } from './view.ts';

/** Phones refuse a canvas of more. */
const mostCanvasPixels = 16_000_000;
/** By how much a step zooms. */
const zoomStep = 1.5;
/** Room around the brush when keys move it to the border, in pixels of the page. */
const roomPx = 40;

/** A place on the stage, in pixels of the page. */
export interface StagePlace {
  readonly x: number;
  readonly y: number;
}

/** Shows a picture, and knows what is where. */
export class Stage {
  readonly #parts: Parts;
  readonly #connection: Connection;
  readonly #picture: { readonly widthPx: number; readonly heightPx: number };
  #view: View;
  /** Whether all of the picture is to be seen, whatever the size of the window. */
  #isFitting = true;
  readonly #observer = new ResizeObserver(() => this.#resize());

  /** @param picture its sides */
  constructor(parts: Parts, connection: Connection, picture: { readonly widthPx: number; readonly heightPx: number }) {
    this.#parts = parts;
    this.#connection = connection;
    this.#picture = picture;
    this.#view = fittingView(this.#canvasSides(), picture);
    this.#observer.observe(parts.stage);
    this.#changed();
  }

  /** No longer follows the window. */
  close(): void {
    this.#observer.disconnect();
  }

  /** All of the picture. */
  fit(): void {
    this.#isFitting = true;
    this.#set(fittingView(this.#canvasSides(), this.#picture));
  }

  /** One step in or out, around the middle. */
  zoomStep(isIn: boolean): void {
    const { clientWidth, clientHeight } = this.#parts.stage;
    this.zoom(isIn ? zoomStep : 1 / zoomStep, { x: clientWidth / 2, y: clientHeight / 2 });
  }

  /** Zooms by a factor; the place stays where it is. */
  zoom(factor: number, { x, y }: StagePlace): void {
    this.#isFitting = false;
    const { density } = this;
    this.#set(zoomedView(this.#view, this.#picture, this.#view.scale * factor, x * density, y * density));
  }

  /** Moves the picture by pixels of the page. */
  move(across: number, down: number): void {
    this.#isFitting = false;
    this.#set(movedView(this.#view, this.#picture, across * this.density, down * this.density));
  }

  /** Moves the picture by as little as shows a place of it. */
  reveal({ x, y }: { readonly x: number; readonly y: number }): void {
    const view = viewWith(this.#view, this.#picture, x, y, roomPx * this.density);
    if (view === this.#view) return;
    this.#isFitting = false;
    this.#set(view);
  }

  /** The place of the stage under a pointer. */
  placeOf({ clientX, clientY }: { readonly clientX: number; readonly clientY: number }): StagePlace {
    const { stage } = this.#parts;
    const { left, top } = stage.getBoundingClientRect();
    return { x: clientX - left - stage.clientLeft, y: clientY - top - stage.clientTop };
  }

  /** The brush at a place of the stage, as a dab on the picture. @param diameterPx in pixels of the page */
  dabAt({ x, y }: StagePlace, diameterPx: number): Dab {
    const { density } = this;
    return { ...pictureAt(this.#view, x * density, y * density), radiusPx: this.radiusOf(diameterPx) };
  }

  /** Pixels of the picture for a diameter in pixels of the page. */
  radiusOf(diameterPx: number): number {
    return Math.max(0.5, (diameterPx * this.density) / this.#view.scale / 2);
  }

  /** The middle of what is seen, on the picture. */
  get middle(): { readonly x: number; readonly y: number } {
    return pictureAt(this.#view, this.#view.widthPx / 2, this.#view.heightPx / 2);
  }

  get sides(): { readonly widthPx: number; readonly heightPx: number } {
    return this.#picture;
  }

  /** Puts the ring around a dab; null takes it away. */
  showTip(dab: Dab | null): void {
    const { tip } = this.#parts;
    tip.hidden = dab === null;
    if (!dab) return;
    const { x, y, radiusPx } = dab;
    this.#place(tip, x - radiusPx, y - radiusPx, radiusPx * 2, radiusPx * 2);
  }

  /** Pixels of the canvas for one of the page. */
  get density(): number {
    const { clientWidth, clientHeight } = this.#parts.stage;
    const most = Math.sqrt(mostCanvasPixels / Math.max(1, clientWidth * clientHeight));
    return Math.min(devicePixelRatio || 1, most);
  }

  #canvasSides() {
    const { clientWidth, clientHeight } = this.#parts.stage;
    const [widthPx, heightPx] = [clientWidth, clientHeight].map((side) => Math.max(1, Math.floor(side * this.density)));
    return { widthPx, heightPx };
  }

  #resize(): void {
    if (this.#isFitting) return this.fit();
    this.#set(resizedView(this.#view, this.#picture, this.#canvasSides()));
  }

  #set(view: View): void {
    this.#view = view;
    this.#changed();
  }

  #changed(): void {
    this.#connection.order({ kind: 'view', view: this.#view });
    this.#place(this.#parts.ground, 0, 0, this.#picture.widthPx, this.#picture.heightPx);
    this.#parts.zoom.textContent = `${Math.round(this.#view.scale * 100)} %`;
  }

  /** Lays an element over a rectangle of the picture. */
  #place({ style }: HTMLElement, x: number, y: number, width: number, height: number): void {
    const { scale, left, top } = this.#view;
    const toPage = (length: number) => `${length / this.density}px`;
    style.setProperty('width', toPage(width * scale));
    style.setProperty('height', toPage(height * scale));
    style.setProperty('transform', `translate(${toPage(x * scale + left)}, ${toPage(y * scale + top)})`);
  }
}
