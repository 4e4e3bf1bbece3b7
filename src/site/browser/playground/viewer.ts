/**
 * The picture before and after, one upon the other, so that both show the same spot at every zoom. Layers are plain
 * images: the browser decodes what is seen of them.
 */
import { chosen, element, onChoice, show } from './elements.ts';
import { type AnsweredPicture, coversPhoto } from './outcome.ts';
import { type Composition, matteOf, type ShownBackground, shadeOf } from './pictures.ts';
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
}

/** The stage and the controls around it. */
export class Viewer {
  readonly #viewport = element('viewport', HTMLElement);
  readonly #picture = element('picture', HTMLElement);
  readonly #after = element('after', HTMLElement);
  readonly #images = {
    before: element('before', HTMLImageElement),
    background: element('background-layer', HTMLImageElement),
    shadow: element('shadow-layer', HTMLImageElement),
    main: element('main-layer', HTMLImageElement),
    matte: element('matte-layer', HTMLImageElement),
  };
  readonly #strength = element('strength', HTMLInputElement);
  readonly #split: Split;
  #layers: Layers | null = null;
  #backgroundPicture: Blob | null = null;
  #isPhotoSeen = false;
  #sizePx = { width: 4, height: 3 };
  /** What was asked to be shown last: a picture that comes later than it is not put there. */
  #turn = 0;

  constructor() {
    this.#split = new Split({ isPanning: () => this.#zoom !== 'fit' });
    onChoice('zoom', () => this.#layOutAround());
    onChoice('shown', () => this.#showLayers());
    onChoice('background', (value) => this.#showBackground(value));
    element('colour', HTMLInputElement).addEventListener('input', () => this.#showBackground('colour'));
    element('background-picture', HTMLInputElement).addEventListener('change', ({ currentTarget }) => {
      if (currentTarget instanceof HTMLInputElement) this.#takeBackground(currentTarget);
    });
    for (const id of ['main-on', 'shadow-on', 'strength']) {
      element(id, HTMLInputElement).addEventListener('input', () => this.#showLayers());
    }
    new ResizeObserver(() => this.#layOut()).observe(this.#viewport);
  }

  /** What is shown of the result. */
  get shown(): Shown {
    return this.#layers?.isMatte || chosen('shown') === 'matte' ? 'matte' : 'cutout';
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
    show(this.#images.before, isSeen);
    this.#isPhotoSeen = isSeen;
    if (isSeen) this.#takeSizeOf(this.#images.before);
  }

  /** Shows a result upon its photo. */
  async showOutcome({ main: answered, isMatte, shadow, known }: AnsweredPicture): Promise<void> {
    const turn = this.#turn;
    const main = answered.type === 'application/zip' ? await pictureOfZip(answered) : answered;
    const shade = shadow && (await shadeOf(shadow));
    const image = isMatte ? this.#images.matte : this.#images.main;
    await this.#fill(image, main, turn);
    if (shade) await this.#fill(this.#images.shadow, shade, turn);
    if (turn !== this.#turn) return;
    this.#layers = { main, isMatte, shade, matte: isMatte ? Promise.resolve(main) : null };
    show(element('shown', HTMLElement), !isMatte);
    show(element('layers', HTMLElement), shade !== null);
    show(this.#images.before, this.#isPhotoSeen && coversPhoto(known));
    this.#takeSizeOf(image);
    await this.#showLayers();
    this.#split.offer(!this.#images.before.hidden);
  }

  /** Takes the result away; the photo stays. */
  clearOutcome(): void {
    this.#turn++;
    this.#layers = null;
    this.#split.offer(false);
    for (const image of [this.#images.main, this.#images.shadow, this.#images.matte]) show(image, false);
    show(element('layers', HTMLElement), false);
    show(this.#after, false);
  }

  /** The result as it is shown, for a file of it. Null without a result. */
  async composition(): Promise<Composition | null> {
    const layers = this.#layers;
    if (!layers) return null;
    if (this.shown === 'matte') {
      const background = { colour: null, picture: null };
      return { background, layers: [{ picture: await this.#matte(layers), opacity: 1 }] };
    }
    const parts: { picture: Blob; opacity: number }[] = [];
    if (layers.shade && this.#isOn('shadow-on')) parts.push({ picture: layers.shade, opacity: this.#shadowOpacity });
    // A layer that is switched off is there all the same: the file has its size.
    parts.push({ picture: layers.main, opacity: layers.shade && !this.#isOn('main-on') ? 0 : 1 });
    return { background: this.#background, layers: parts };
  }

  get #background(): ShownBackground {
    const name = this.#after.dataset.background ?? '';
    const colours: Readonly<Record<string, string>> = {
      white: '#ffffff',
      black: '#000000',
      colour: element('colour', HTMLInputElement).value,
    };
    return { colour: colours[name] ?? null, picture: name === 'picture' ? this.#backgroundPicture : null };
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

  /** Puts a picture into an image, while its turn lasts; null for one that always has it. @returns whether it is there */
  async #fill(image: HTMLImageElement, picture: Blob, turn: number | null): Promise<boolean> {
    const address = URL.createObjectURL(picture);
    try {
      const loaded = new Image();
      loaded.src = address;
      await loaded.decode();
      if (turn !== null && turn !== this.#turn) return false;
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
    element('background', HTMLFieldSetElement).disabled = isMatte;
  }

  #matte(layers: Layers): Promise<Blob> {
    layers.matte ??= matteOf(layers.main);
    return layers.matte;
  }

  #showBackground(name: string): void {
    this.#after.dataset.background = name;
    this.#after.style.setProperty('--background', element('colour', HTMLInputElement).value);
    show(this.#images.background, name === 'picture' && this.#backgroundPicture !== null);
    if (name === 'colour' || name === 'picture') {
      for (const input of document.querySelectorAll<HTMLInputElement>('input[name="background"]'))
        input.checked = false;
    }
  }

  async #takeBackground(field: HTMLInputElement): Promise<void> {
    const [file] = field.files ?? [];
    field.value = '';
    if (!file || !(await this.#fill(this.#images.background, file, null))) return;
    this.#backgroundPicture = file;
    this.#showBackground('picture');
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
