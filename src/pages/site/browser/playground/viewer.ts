/**
 * The picture before and after, one upon the other, so that both show the same spot at every zoom. Layers are plain
 * images: the browser decodes what is seen of them.
 */
import { chosen, element, onChoice, show } from './elements.ts';
import { type AnsweredPicture, type Known, nothingKnown } from './outcome.ts';
import { placePhoto } from './photo-place.ts';
import { matteOf, type PictureLayer, shadeOf } from './pictures.ts';
import { type ShownPlace, shownPlaceOf } from './points.ts';
import { Split } from './split.ts';
import { pictureOfZip } from './zip.ts';

/** What is shown of a result. */
export type Shown = 'cutout' | 'matte';

interface Layers {
  readonly main: Blob;
  readonly isMatte: boolean;
  /** Black, with the shadow as its alpha. */
  readonly shade: Blob | null;
  matte: Promise<Blob> | null;
  readonly withOwnAlpha: () => Promise<Blob>;
}

/** The stage and the controls around it. */
export class Viewer {
  readonly #viewport = element('viewport', HTMLElement);
  readonly #picture = element('picture', HTMLElement);
  readonly #after = element('after', HTMLElement);
  readonly #images = {
    before: element('before', HTMLImageElement),
    shadow: element('shadow-layer', HTMLImageElement),
    main: element('main-layer', HTMLImageElement),
    matte: element('matte-layer', HTMLImageElement),
  };
  readonly #lookFirst = element('look-first', HTMLElement);
  readonly #strength = element('strength', HTMLInputElement);
  readonly #split: Split;
  #layers: Layers | null = null;
  #isPhotoSeen = false;
  #sizePx = { width: 4, height: 3 };
  /** What was asked to be shown last: a picture that comes later than it is not put there. */
  #turn = 0;

  /** What a click on the picture does; null while clicks mean nothing. */
  whenClicked: ((place: ShownPlace) => void) | null = null;

  constructor() {
    this.#split = new Split({
      isPanning: () => !this.isFitting,
      whenClicked: () => {
        const { whenClicked } = this;
        return whenClicked && ((event) => whenClicked(this.#placeOf(event)));
      },
    });
    onChoice('zoom', () => this.#layOutAround());
    onChoice('shown', () => this.#showLayers());
    for (const id of ['main-on', 'shadow-on', 'strength']) {
      element(id, HTMLInputElement).addEventListener('input', () => this.#showLayers());
    }
    new ResizeObserver(() => this.#layOut()).observe(this.#viewport);
  }

  /** What is shown of the result. */
  get shown(): Shown {
    return this.#layers?.isMatte || chosen('shown') === 'matte' ? 'matte' : 'cutout';
  }

  /** Whether all of the picture is seen, whatever its size. */
  get isFitting(): boolean {
    return this.#zoom === 'fit';
  }

  /** The longer side of the picture as it is seen, in pixels of the screen. */
  get seenPx(): number {
    const { offsetWidth, offsetHeight } = this.#picture;
    return Math.ceil(Math.max(offsetWidth, offsetHeight) * (devicePixelRatio || 1));
  }

  /** The longer side of the picture. */
  get fullPx(): number {
    return Math.max(this.#sizePx.width, this.#sizePx.height);
  }

  /** The middle of what is seen of the picture. */
  get middle(): ShownPlace {
    const { left, top, width, height } = this.#viewport.getBoundingClientRect();
    return this.#placeOf({ clientX: left + width / 2, clientY: top + height / 2 });
  }

  /** Shows a photo without a result, or says that this browser cannot. Of an address there is none to show. */
  async showPhoto(photo: Blob | URL): Promise<void> {
    this.clearOutcome();
    show(element('unseen', HTMLElement), false);
    show(this.#images.before, false);
    const turn = this.#turn;
    this.#isPhotoSeen = false;
    if (photo instanceof URL) return;
    const isSeen = await this.#fill(this.#images.before, photo, turn);
    if (turn !== this.#turn) return;
    show(element('unseen', HTMLElement), !isSeen);
    placePhoto(this.#images.before, nothingKnown);
    show(this.#images.before, isSeen);
    this.#isPhotoSeen = isSeen;
    if (isSeen) this.#takeSizeOf(this.#images.before);
  }

  /** Shows a result upon its photo. */
  async showOutcome(outcome: AnsweredPicture): Promise<void> {
    const { main: answered, isMatte, shadow, known, withOwnAlpha } = outcome;
    const turn = ++this.#turn;
    const main = answered.type === 'application/zip' ? await pictureOfZip(answered) : answered;
    const shade = shadow && (await shadeOf(shadow));
    const image = isMatte ? this.#images.matte : this.#images.main;
    await this.#fill(image, main, turn);
    if (shade) await this.#fill(this.#images.shadow, shade, turn);
    if (turn !== this.#turn) return;
    const matte = isMatte ? Promise.resolve(main) : null;
    this.#layers = { main, isMatte, shade, matte, withOwnAlpha: withOwnAlpha ?? (async () => main) };
    show(element('shown', HTMLElement), !isMatte);
    show(element('layers', HTMLElement), shade !== null);
    placePhoto(this.#images.before, known);
    this.#placeLookFirst(known);
    show(this.#images.before, this.#isPhotoSeen);
    // A small copy is shown as large as what it stands for.
    if (outcome.isPreview) this.#layOut();
    else this.#takeSizeOf(image);
    await this.#showLayers();
    this.#split.offer(!this.#images.before.hidden);
  }

  /** Frames the place that a person should look at first. */
  #placeLookFirst(known: Known): void {
    const { inputPx, lookFirstPx: box } = known;
    show(this.#lookFirst, inputPx !== null && box !== null);
    if (!inputPx || !box) return;
    const shownAt = (left: number, top: number) =>
      shownPlaceOf({ x: (left / inputPx[0]) * 100, y: (top / inputPx[1]) * 100 }, known);
    const [from, to] = [shownAt(box[0], box[1]), shownAt(box[0] + box[2], box[1] + box[3])];
    const sides = { left: from.across, top: from.down, width: to.across - from.across, height: to.down - from.down };
    for (const [side, share] of Object.entries(sides)) this.#lookFirst.style.setProperty(side, `${share * 100}%`);
  }

  /** Sees to it that the result is seen at a place, not the photo. */
  reveal({ across }: ShownPlace): void {
    const { left, width } = this.#picture.getBoundingClientRect();
    this.#split.reveal(left + across * width);
  }

  /** Takes the result away; the photo stays. */
  clearOutcome(): void {
    this.#turn++;
    this.#layers = null;
    this.#split.offer(false);
    show(this.#lookFirst, false);
    for (const image of [this.#images.main, this.#images.shadow, this.#images.matte]) show(image, false);
    show(element('layers', HTMLElement), false);
    show(this.#after, false);
  }

  /** The pictures that are shown of the result, from the bottom to the top. Null without a result. */
  async layers(): Promise<readonly PictureLayer[] | null> {
    const layers = this.#layers;
    if (!layers) return null;
    if (this.shown === 'matte') return [{ picture: await this.#matte(layers), opacity: 1 }];
    const main = { picture: layers.main, opacity: layers.shade && !this.#isOn('main-on') ? 0 : 1 };
    // A layer that is switched off is there all the same: the file has its size.
    if (!layers.shade || !this.#isOn('shadow-on')) return [main];
    return [{ picture: layers.shade, opacity: this.#shadowOpacity }, main];
  }

  #placeOf({ clientX, clientY }: { readonly clientX: number; readonly clientY: number }): ShownPlace {
    const { left, top, width, height } = this.#picture.getBoundingClientRect();
    return { across: (clientX - left) / width, down: (clientY - top) / height };
  }

  get #zoom(): string {
    return chosen('zoom') || 'fit';
  }

  get #shadowOpacity(): number {
    return Number(this.#strength.value) / 100;
  }

  #isOn(id: string): boolean {
    return element(id, HTMLInputElement).checked;
  }

  /** Puts a picture into an image, while its turn lasts. @returns whether it is there */
  async #fill(image: HTMLImageElement, picture: Blob, turn: number): Promise<boolean> {
    const address = URL.createObjectURL(picture);
    try {
      const loaded = new Image();
      loaded.src = address;
      await loaded.decode();
      if (turn !== this.#turn) return false;
      image.src = address;
      await image.decode();
      return true;
    } catch {
      return false;
    } finally {
      URL.revokeObjectURL(address);
    }
  }

  async #showLayers(): Promise<void> {
    const layers = this.#layers;
    if (!layers) return;
    const { main, shadow, matte } = this.#images;
    const isMatte = this.shown === 'matte';
    if (isMatte && !layers.isMatte) await this.#fill(matte, await this.#matte(layers), this.#turn);
    if (layers !== this.#layers || isMatte !== (this.shown === 'matte')) return;
    show(this.#after, true);
    show(matte, isMatte);
    show(main, !isMatte && (!layers.shade || this.#isOn('main-on')));
    show(shadow, !isMatte && layers.shade !== null && this.#isOn('shadow-on'));
    shadow.style.opacity = String(this.#shadowOpacity);
  }

  /** The matte, made once. One that could not be made is made anew when it is asked for again. */
  async #matte(layers: Layers): Promise<Blob> {
    const matte = layers.matte ?? layers.withOwnAlpha().then(matteOf);
    layers.matte = matte;
    try {
      return await matte;
    } catch (cause) {
      if (layers.matte === matte) layers.matte = null;
      throw cause;
    }
  }

  #takeSizeOf({ naturalWidth: width, naturalHeight: height }: HTMLImageElement): void {
    this.#sizePx = { width, height };
    this.#viewport.style.aspectRatio = `${width} / ${height}`;
    this.#layOut();
  }

  /** Lays the picture out anew, with the spot in the middle where it was. */
  #layOutAround(): void {
    const { scrollLeft, scrollTop, clientWidth, clientHeight } = this.#viewport;
    const { offsetWidth, offsetHeight, offsetLeft, offsetTop } = this.#picture;
    const x = (scrollLeft + clientWidth / 2 - offsetLeft) / offsetWidth;
    const y = (scrollTop + clientHeight / 2 - offsetTop) / offsetHeight;
    this.#layOut();
    this.#viewport.scrollTo({
      left: x * this.#picture.offsetWidth + this.#picture.offsetLeft - clientWidth / 2,
      top: y * this.#picture.offsetHeight + this.#picture.offsetTop - clientHeight / 2,
      behavior: 'instant',
    });
    this.#split.place();
  }

  #layOut(): void {
    const { width, height } = this.#sizePx;
    const zoom = this.#zoom;
    this.#viewport.dataset.zoom = zoom;
    const { clientWidth, clientHeight } = this.#viewport;
    const scale = zoom === 'fit' ? Math.min(clientWidth / width, clientHeight / height) : Number(zoom);
    this.#picture.style.width = `${width * scale}px`;
    this.#picture.style.height = `${height * scale}px`;
    this.#split.place();
  }
}
