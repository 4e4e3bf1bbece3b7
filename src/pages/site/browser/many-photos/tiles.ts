/** A tile for each photo: its picture, its name, and how far it is. */
import { element } from '../playground/elements.ts';
import { type BatchPhoto, costsAgain, mayHelp } from './batch.ts';

/** What a state is called, and how it is marked. */
interface Mark {
  readonly mark: 'waiting' | 'free' | 'working' | 'done' | 'review' | 'failed';
  readonly text: string;
  /** The button that sends it again; null where there is none. */
  readonly again: string | null;
}

/** How a photo stands. */
export function markOf({ state, record }: BatchPhoto): Mark {
  switch (state.kind) {
    case 'waiting':
      return { mark: 'waiting', text: 'Waiting', again: null };
    case 'free':
      return { mark: 'free', text: 'Paid before', again: null };
    case 'working':
      return { mark: 'working', text: 'Working', again: null };
    case 'saved':
      return { mark: record?.needsReview ? 'review' : 'done', text: 'Saved before', again: 'Make again · 1 credit' };
    case 'held': {
      const text = state.subjectFound ? 'Please check' : 'Empty: nothing found';
      return { mark: 'review', text, again: 'Check' };
    }
    case 'done':
      if (!state.subjectFound) return { mark: 'review', text: 'Empty: nothing found', again: null };
      return record?.needsReview
        ? { mark: 'review', text: 'Please check', again: null }
        : { mark: 'done', text: 'Done', again: null };
    case 'failed': {
      const { failure } = state;
      const again = costsAgain(failure) ? 'Make again · 1 credit' : 'Try again';
      return { mark: 'failed', text: failure.text, again: mayHelp(failure) ? again : null };
    }
  }
}

/** First those that a person should see: to check, then failed; each in the order in which they came. */
export function inOrder(photos: readonly BatchPhoto[]): BatchPhoto[] {
  const first: readonly string[] = ['review', 'failed'];
  const rank = (photo: BatchPhoto) => {
    const place = first.indexOf(markOf(photo).mark);
    return place < 0 ? first.length : place;
  };
  return [...photos].sort((one, other) => rank(one) - rank(other));
}

interface Tile {
  readonly item: HTMLLIElement;
  readonly image: HTMLImageElement;
  readonly state: HTMLElement;
  readonly again: HTMLButtonElement;
  /** What is drawn in it. */
  shown: Blob | null;
}

/** The tiles of the page. */
export class Tiles {
  readonly #list = element('tiles', HTMLUListElement);
  readonly #tiles = new Map<BatchPhoto, Tile>();
  readonly #sendAgain: (photo: BatchPhoto) => void;

  /** @param sendAgain called where a person asks for a photo to be sent again */
  constructor(sendAgain: (photo: BatchPhoto) => void) {
    this.#sendAgain = sendAgain;
  }

  /** Shows how a photo stands; one that is new comes last. */
  show(photo: BatchPhoto): void {
    const tile = this.#tiles.get(photo) ?? this.#add(photo);
    const { mark, text, again } = markOf(photo);
    tile.item.dataset.mark = mark;
    tile.state.textContent = text;
    tile.again.hidden = again === null;
    tile.again.textContent = again;
    tile.again.setAttribute('aria-label', `${again}: ${photo.file.name}`);
    if (photo.record?.thumbnail) this.#draw(tile, photo.record.thumbnail, true);
  }

  /** Shows the photo itself, small, until there is what was made of it. @param picture null for one that cannot be shown */
  preview(photo: BatchPhoto, picture: Blob | null): void {
    const tile = this.#tiles.get(photo);
    if (tile && picture && !tile.shown) this.#draw(tile, picture, false);
  }

  /** Puts first what a person should see. The button that has the focus keeps it. */
  order(photos: readonly BatchPhoto[]): void {
    const focused = document.activeElement;
    this.#list.append(...inOrder(photos).flatMap((photo) => this.#tiles.get(photo)?.item ?? []));
    if (focused instanceof HTMLElement && this.#list.contains(focused)) focused.focus();
  }

  /** Takes all away. */
  clear(): void {
    for (const { image } of this.#tiles.values()) URL.revokeObjectURL(image.src);
    this.#tiles.clear();
    this.#list.replaceChildren();
  }

  #add(photo: BatchPhoto): Tile {
    const [item, picture, image] = [document.createElement('li'), document.createElement('div'), new Image()];
    const [name, state, again] = [
      document.createElement('p'),
      document.createElement('p'),
      document.createElement('button'),
    ];
    picture.className = 'picture';
    picture.dataset.ending = /[^.]*$/.exec(photo.file.name)?.[0].slice(0, 5).toUpperCase();
    picture.append(image);
    [image.alt, image.hidden] = ['', true];
    [name.className, name.textContent, name.title] = ['name', photo.file.name, photo.file.name];
    state.className = 'state';
    Object.assign(again, { type: 'button', className: 'quiet small' });
    again.addEventListener('click', () => this.#sendAgain(photo));
    item.append(picture, name, state, again);
    this.#list.append(item);
    const tile: Tile = { item, image, state, again, shown: null };
    this.#tiles.set(photo, tile);
    return tile;
  }

  #draw(tile: Tile, picture: Blob, isMade: boolean): void {
    if (tile.shown === picture) return;
    URL.revokeObjectURL(tile.image.src);
    tile.image.src = URL.createObjectURL(picture);
    tile.image.hidden = false;
    tile.item.classList.add('drawn');
    tile.item.classList.toggle('made', isMade);
    tile.shown = picture;
  }
}
