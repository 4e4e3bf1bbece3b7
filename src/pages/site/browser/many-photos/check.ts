/** The photos that are held back, large and one after the other: each is taken, clicked, or left for later. */
import { element, show } from '../playground/elements.ts';
import { CallFailed } from '../playground/failures.ts';
import { meantAt } from '../playground/meant.ts';
import { OneAtATime } from '../playground/one-at-a-time.ts';
import { placePhoto } from '../playground/photo-place.ts';
import { type ClickedPicture, PointTools } from '../playground/point-tools.ts';
import {
  type Click,
  type ClickKind,
  isThere,
  photoPlaceOf,
  placeInWords,
  type ShownPlace,
  shownPlaceOf,
} from '../playground/points.ts';
import type { BatchPhoto } from './batch.ts';
import { counted } from './plan.ts';

/** What is done with a photo that is looked at. */
export interface CheckWork {
  /** Whether the service takes points. */
  takesPoints(): boolean;
  /** Has it made with points. @throws CallFailed where it stays as it is */
  mend(photo: BatchPhoto, points: readonly Click[]): Promise<void>;
  /** Puts it into the ZIP. */
  take(photo: BatchPhoto): Promise<void>;
}

/** The dialog. */
export class CheckView implements ClickedPicture {
  whenClicked: ((place: ShownPlace) => void) | null = null;
  readonly #work: CheckWork;
  readonly #dialog = element('check', HTMLDialogElement);
  readonly #image = element('check-picture', HTMLImageElement);
  /** The photo over it, where what is lost can be pointed at. */
  readonly #before = element('check-before', HTMLImageElement);
  readonly #photoButton = element('check-photo', HTMLButtonElement);
  readonly #tools: PointTools;
  readonly #turns = new OneAtATime(() => this.#mend());
  /** Those that are not taken yet. */
  #photos: BatchPhoto[] = [];
  #index = 0;
  /** What was clicked on the one that is shown, also what the picture does not follow yet. */
  #points: readonly Click[] = [];
  /** Those that were clicked: they are taken as soon as they are left. */
  readonly #clicked = new Set<BatchPhoto>();
  #closed = () => {};

  constructor(work: CheckWork) {
    this.#work = work;
    this.#tools = new PointTools(this, this.#dialog, {
      onPlace: (place, kind) => this.#place(place, kind),
      onCross: (place) => this.#sayPlace(place),
      onUndo: () => this.#change(this.#points.slice(0, -1)),
    });
    element('picture', HTMLElement).addEventListener('click', ({ clientX, clientY }) => {
      this.whenClicked?.(this.#placeOf(clientX, clientY));
    });
    this.#photoButton.addEventListener('click', () => this.#showPhoto(this.#before.hidden === true));
    this.#before.addEventListener('load', () => show(this.#photoButton, true));
    element('check-take', HTMLButtonElement).addEventListener('click', () => this.#take());
    element('check-next', HTMLButtonElement).addEventListener('click', () => this.#go(1));
    element('check-back', HTMLButtonElement).addEventListener('click', () => this.#go(-1));
    element('check-close', HTMLButtonElement).addEventListener('click', () => this.#close());
    this.#dialog.addEventListener('cancel', (event) => {
      event.preventDefault();
      this.#close();
    });
    this.#dialog.addEventListener('keydown', (event) => {
      if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return;
      if (event.key === 'ArrowRight') this.#go(1);
      else if (event.key === 'ArrowLeft') this.#go(-1);
    });
  }

  get middle(): ShownPlace {
    return { across: 0.5, down: 0.5 };
  }

  /** Shows photos, one of them first. @returns when the dialog is left */
  open(photos: readonly BatchPhoto[], first: BatchPhoto): Promise<void> {
    this.#photos = [...photos];
    this.#index = Math.max(0, this.#photos.indexOf(first));
    this.#dialog.showModal();
    this.#show();
    element('viewport', HTMLElement).focus();
    return new Promise((resolve) => {
      this.#closed = resolve;
    });
  }

  get #photo(): BatchPhoto | null {
    return this.#photos[this.#index] ?? null;
  }

  /** Shows the photo whose turn it is, as it is now. */
  #show(): void {
    const photo = this.#photo;
    if (photo?.state.kind !== 'held') {
      this.#close();
      return;
    }
    this.#points = photo.record?.points ?? [];
    element('check-name', HTMLElement).textContent = photo.file.name;
    element('check-count', HTMLElement).textContent =
      `${this.#index + 1} of ${counted(this.#photos.length, 'photo')} to check`;
    element('check-back', HTMLButtonElement).disabled = this.#index === 0;
    element('check-next', HTMLButtonElement).disabled = this.#index === this.#photos.length - 1;
    this.#tools.say('');
    this.#draw(photo.state.picture.main);
    // Offered once the browser has read it, which it cannot for each format.
    show(this.#photoButton, false);
    give(this.#before, photo.file);
    placePhoto(this.#before, photo.state.picture.known);
    this.#showTools();
  }

  #draw(picture: Blob): void {
    give(this.#image, picture);
    this.#showPhoto(false);
  }

  #showPhoto(isShown: boolean): void {
    show(this.#before, isShown);
    this.#photoButton.setAttribute('aria-pressed', String(isShown));
  }

  #showTools(): void {
    const photo = this.#photo;
    if (photo?.state.kind !== 'held') return;
    const { known } = photo.state.picture;
    const answered = photo.record?.points ?? [];
    this.#tools.offer({ points: this.#work.takesPoints(), undo: this.#points.length > 0 });
    const marks = this.#points.map((point) => ({
      kind: point.kind,
      place: shownPlaceOf(point, known),
      isWaiting: !answered.includes(point),
    }));
    this.#tools.showMarks(marks, this.#turns.isRunning);
    show(element('mend-question', HTMLElement), this.#work.takesPoints());
  }

  async #place(shown: ShownPlace, tool: ClickKind | null): Promise<void> {
    const photo = this.#photo;
    if (photo?.state.kind !== 'held') return;
    const { picture } = photo.state;
    const place = photoPlaceOf(shown, picture.known);
    if (!place) return this.#tools.say('That is beside the photo.');
    const kind = tool ?? (await meantAt(picture, place));
    if (photo !== this.#photo) return;
    if (!kind) return this.#tools.say('Choose Keep or Drop first.');
    const point = { kind, ...place };
    if (isThere(this.#points, point)) return this.#tools.say('That is marked already.');
    this.#tools.say(`${kind === 'keep' ? 'Keep' : 'Drop'} at ${placeInWords(place)}. Working …`);
    await this.#change([...this.#points, point]);
  }

  #sayPlace(shown: ShownPlace): void {
    const { state } = this.#photo ?? {};
    const place = state?.kind === 'held' ? photoPlaceOf(shown, state.picture.known) : null;
    this.#tools.say(place ? `${placeInWords(place)}.` : 'Beside the photo.');
  }

  async #change(points: readonly Click[]): Promise<void> {
    this.#points = points;
    const ended = this.#turns.ask();
    this.#showTools();
    await ended;
    this.#showTools();
  }

  /** Has the photo follow what is clicked. */
  async #mend(): Promise<void> {
    const photo = this.#photo;
    const asked = this.#points;
    if (!photo) return;
    try {
      await this.#work.mend(photo, asked);
      this.#clicked.add(photo);
      if (photo !== this.#photo || photo.state.kind !== 'held') return;
      if (this.#points === asked) this.#tools.say('It follows your clicks.');
      this.#draw(photo.state.picture.main);
    } catch (cause) {
      if (photo !== this.#photo) return;
      this.#points = photo.record?.points ?? [];
      const why = cause instanceof CallFailed ? cause.failure.text : 'The answer could not be read.';
      this.#tools.say(`${why} The click is taken back.`);
    }
  }

  async #take(): Promise<void> {
    const photo = this.#photo;
    if (!photo || this.#turns.isRunning) return;
    await this.#work.take(photo);
    this.#photos = this.#photos.filter((each) => each !== photo);
    this.#index = Math.min(this.#index, this.#photos.length - 1);
    this.#show();
  }

  /** Leaves the photo for another one. One that was clicked is good enough. */
  async #go(by: 1 | -1): Promise<void> {
    const photo = this.#photo;
    const other = this.#photos[this.#index + by];
    if (!photo || !other || this.#turns.isRunning) return;
    await this.#takeIfClicked(photo);
    this.#index = this.#photos.indexOf(other);
    this.#show();
  }

  async #close(): Promise<void> {
    if (!this.#dialog.open || this.#turns.isRunning) return;
    const photo = this.#photo;
    if (photo) await this.#takeIfClicked(photo);
    this.#dialog.close();
    for (const image of [this.#image, this.#before]) URL.revokeObjectURL(image.src);
    this.#closed();
  }

  async #takeIfClicked(photo: BatchPhoto): Promise<void> {
    if (!this.#clicked.has(photo)) return;
    await this.#work.take(photo);
    this.#photos = this.#photos.filter((each) => each !== photo);
  }

  #placeOf(x: number, y: number): ShownPlace {
    const { left, top, width, height } = element('picture', HTMLElement).getBoundingClientRect();
    return { across: (x - left) / width, down: (y - top) / height };
  }
}

/** Has an image show another file. */
function give(image: HTMLImageElement, file: Blob): void {
  URL.revokeObjectURL(image.src);
  image.src = URL.createObjectURL(file);
}
