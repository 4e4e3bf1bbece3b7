/** Strokes as they are drawn, whatever draws them: by the tool, the size and the hardness that are chosen. */
import type { Connection } from './connection.ts';
import type { Dab } from './dab.ts';
import { chosenTool, type Parts } from './dialog.ts';

/** By how much a key changes the size. */
const sizeStep = 1.2;

/** Orders strokes of the engine. */
export class Strokes {
  readonly #parts: Parts;
  readonly #connection: Connection;
  #isDrawing = false;

  constructor(parts: Parts, connection: Connection) {
    this.#parts = parts;
    this.#connection = connection;
  }

  get isDrawing(): boolean {
    return this.#isDrawing;
  }

  /** Diameter of the brush, in pixels of the page. */
  get diameterPx(): number {
    return Number(this.#parts.size.value);
  }

  /** A step smaller or larger. */
  resize(isLarger: boolean): void {
    const { size } = this.#parts;
    size.value = String(Math.round(this.diameterPx * (isLarger ? sizeStep : 1 / sizeStep)) + (isLarger ? 1 : 0));
  }

  begin(dab: Dab): void {
    const { hardness, edges } = this.#parts;
    this.#isDrawing = true;
    const brush = {
      tool: chosenTool(this.#parts),
      hardness: Number(hardness.value) / 100,
      followsEdges: edges.checked,
    };
    this.#connection.order({ kind: 'begin', brush, dab });
  }

  /** Goes on to further places; nothing without a stroke. */
  draw(dabs: readonly Dab[]): void {
    if (this.#isDrawing) this.#connection.order({ kind: 'stroke', dabs });
  }

  end(): void {
    this.#finish('end');
  }

  /** Takes back what the stroke did. */
  cancel(): void {
    this.#finish('cancel');
  }

  #finish(kind: 'end' | 'cancel'): void {
    if (this.#isDrawing) this.#connection.order({ kind });
    this.#isDrawing = false;
  }
}
