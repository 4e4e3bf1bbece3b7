/** What is seen and done of points on the picture: two tools, a cross for the keyboard, marks, and what is said. It decides nothing. */
import { element, show } from './elements.ts';
import { type ClickKind, placeAfterKey, type ShownPlace } from './points.ts';

/** The picture that is clicked. */
export interface ClickedPicture {
  /** What a click on it does; null while clicks mean nothing. */
  whenClicked: ((place: ShownPlace) => void) | null;
  /** The middle of what is seen of it. */
  readonly middle: ShownPlace;
}

/** A point as it is shown. */
export interface PointMark {
  readonly kind: ClickKind;
  readonly place: ShownPlace;
  /** Whether the picture does not follow it yet. */
  readonly isWaiting: boolean;
}

/** What a person does. */
export interface ToolEvents {
  /** A place of the picture is clicked, or marked by a key. @param kind of the tool; null where none is chosen */
  onPlace(place: ShownPlace, kind: ClickKind | null): void;
  /** The cross was moved by a key. */
  onCross(place: ShownPlace): void;
  onUndo(): void;
}

/** What can be done now. */
export interface ToolsOffered {
  readonly points: boolean;
  readonly undo: boolean;
}

const toolKeys: Readonly<Record<string, ClickKind>> = { k: 'keep', d: 'drop' };

/** The tools beside the brush, and the layer over the picture. */
export class PointTools {
  readonly #picture: ClickedPicture;
  readonly #events: ToolEvents;
  readonly #buttons = { keep: element('tool-keep', HTMLButtonElement), drop: element('tool-drop', HTMLButtonElement) };
  readonly #undo = element('undo-step', HTMLButtonElement);
  readonly #layer = element('pointing', HTMLElement);
  readonly #cross = element('cross', HTMLElement);
  readonly #marks = element('marks', HTMLElement);
  #offered: ToolsOffered = { points: false, undo: false };
  #tool: ClickKind | null = null;
  /** Where keys go on; null before the first one. */
  #place: ShownPlace | null = null;

  /** @param around letters act while something in it has the focus, so that they are taken from nothing else */
  constructor(picture: ClickedPicture, around: HTMLElement, events: ToolEvents) {
    this.#picture = picture;
    this.#events = events;
    for (const kind of ['keep', 'drop'] as const) {
      this.#buttons[kind].addEventListener('click', () => this.#choose(kind));
    }
    this.#undo.addEventListener('click', () => events.onUndo());
    this.#layer.addEventListener('keydown', (event) => this.#onLayerKey(event));
    this.#layer.addEventListener('blur', () => show(this.#cross, false));
    around.addEventListener('keydown', (event) => this.#onKey(event));
  }

  /** Offers what can be done; a tool that is chosen stays so. */
  offer(offered: ToolsOffered): void {
    this.#offered = offered;
    show(element('mend-question', HTMLElement), offered.points);
    for (const button of Object.values(this.#buttons)) show(button, offered.points);
    const hadFocus = document.activeElement === this.#undo;
    show(this.#undo, offered.undo);
    if (hadFocus && !offered.undo) element('viewport', HTMLElement).focus();
    if (!offered.points) this.#release();
    element('stage', HTMLElement).dataset.points = String(offered.points);
    this.#picture.whenClicked = offered.points ? (place) => this.#onClick(place) : null;
  }

  /** Shows the points, and whether the picture is being made anew. */
  showMarks(marks: readonly PointMark[], isWorking: boolean): void {
    element('stage', HTMLElement).dataset.mending = String(isWorking);
    this.#marks.replaceChildren(
      ...marks.map(({ kind, place, isWaiting }) => {
        const mark = document.createElement('span');
        mark.className = isWaiting ? 'point waiting' : 'point';
        mark.dataset.kind = kind;
        putAt(mark, place);
        return mark;
      }),
    );
  }

  /** Says it, also to who hears the page. */
  say(text: string): void {
    element('mend-note', HTMLElement).textContent = text;
  }

  #choose(kind: ClickKind): void {
    if (this.#tool === kind) return this.#release();
    this.#tool = kind;
    this.#showTool();
    this.#layer.focus({ preventScroll: true });
    this.#showCross(this.#place ?? this.#picture.middle);
  }

  #release(): void {
    const hadFocus = this.#tool && this.#layer.contains(document.activeElement) ? this.#buttons[this.#tool] : null;
    this.#tool = null;
    this.#showTool();
    hadFocus?.focus();
  }

  #showTool(): void {
    for (const [kind, button] of Object.entries(this.#buttons)) {
      button.setAttribute('aria-pressed', String(kind === this.#tool));
    }
    show(this.#layer, this.#tool !== null);
    if (this.#tool) this.#layer.dataset.tool = this.#tool;
  }

  #showCross(place: ShownPlace): void {
    this.#place = place;
    putAt(this.#cross, place);
    show(this.#cross, true);
    this.#cross.scrollIntoView?.({ block: 'nearest', inline: 'nearest' });
  }

  #onClick(place: ShownPlace): void {
    this.#place = place;
    show(this.#cross, false);
    (this.#tool ? this.#layer : element('viewport', HTMLElement)).focus({ preventScroll: true });
    this.#events.onPlace(place, this.#tool);
  }

  #onLayerKey(event: KeyboardEvent): void {
    const { key, shiftKey, ctrlKey, altKey, metaKey } = event;
    if (ctrlKey || altKey || metaKey) return;
    const place = this.#place ?? this.#picture.middle;
    const moved = placeAfterKey(place, key, shiftKey);
    if (moved) {
      this.#showCross(moved);
      this.#events.onCross(moved);
    } else if (key === 'Enter' || key === ' ') this.#events.onPlace(place, this.#tool);
    else if (key === 'Escape') this.#release();
    else return;
    event.preventDefault();
  }

  #onKey(event: KeyboardEvent): void {
    const { key, ctrlKey, altKey, metaKey, target } = event;
    const isText = target instanceof HTMLInputElement && !['radio', 'checkbox', 'range'].includes(target.type);
    if (isText || altKey || event.defaultPrevented) return;
    const kind = ctrlKey || metaKey ? undefined : toolKeys[key.toLowerCase()];
    if (kind && this.#offered.points) this.#choose(kind);
    else if (key.toLowerCase() === 'z' && this.#offered.undo) this.#events.onUndo();
    else return;
    event.preventDefault();
  }
}

function putAt({ style }: HTMLElement, { across, down }: ShownPlace): void {
  style.setProperty('left', `${across * 100}%`);
  style.setProperty('top', `${down * 100}%`);
}
