/** What a person does on the page: gives photos, starts, pauses, tries again, saves. */
import { element } from '../playground/elements.ts';
import { outcomeOf } from '../playground/outcome.ts';
import { payerOf } from '../playground/payment.ts';
import { takesPoints } from '../playground/points.ts';
import { type PageCall, send } from '../playground/send.ts';
import { type Archive, beginArchive } from './archive.ts';
import { Batch, type BatchCall, type BatchPhoto, mostPhotos } from './batch.ts';
import { CheckView } from './check.ts';
import { takeFiles } from './intake.ts';
import { onButtons, panelOf, type Standing, say, sayProblem, showPanel } from './panel.ts';
import { counted } from './plan.ts';
import type { Ending } from './queue.ts';
import type { Records } from './records.ts';
import { callOf, keepSettings, settingsOf, showFitting } from './settings.ts';
import { thumbnailOf } from './thumbnail.ts';
import { markOf, Tiles } from './tiles.ts';
import type { Wallets } from './wallets.ts';

/** The page of somebody who is signed in. */
export class ManyPhotos {
  readonly #wallets: Wallets;
  readonly #form: HTMLFormElement;
  readonly #batch: Batch;
  readonly #tiles = new Tiles((photo) => (photo.state.kind === 'held' ? this.#check(photo) : this.#again([photo])));
  readonly #checking = new CheckView({
    takesPoints: () => this.#wallets.takesPoints && takesPoints(this.#asked().call),
    mend: (photo, points) => this.#batch.mend(photo, points),
    take: async (photo) => {
      if (this.#archive) await this.#batch.take(photo, this.#archive).catch((cause: unknown) => this.#lose(cause));
    },
  });
  #reading: Standing['reading'] = null;
  /** Once the photos are known under the settings that were chosen last. */
  #asking: Promise<void> = Promise.resolve();
  /** Pauses what is being done; null where nothing is. */
  #running: AbortController | null = null;
  #ending: Ending | null = null;
  #pauseSeconds: number | null = null;
  /** The ZIP in the making. */
  #archive: Archive | null = null;
  #archives = 0;
  #savedAs: string | null = null;
  #wasFull = false;

  constructor(wallets: Wallets, form: HTMLFormElement, records: Records) {
    this.#wallets = wallets;
    this.#form = form;
    this.#batch = new Batch(this.#asked(), {
      records,
      send: (call, photo, key) => this.#send(call, photo, key),
      holdsBack: () => settingsOf(form).needs_check !== 'take',
      thumbnail: thumbnailOf,
      onChange: (photo) => {
        this.#tiles.show(photo);
        this.#showPanel();
      },
    });
    showFitting(form);
    form.addEventListener('change', () => this.#settingsChanged());
    form.addEventListener('submit', (event) => event.preventDefault());
    takeFiles((files) => this.#take(files));
    onButtons({
      'check-held': () => this.#check(this.#batch.held[0]),
      'take-held': () => this.#takeAll(),
      start: () => this.#alone((pausing) => this.#start(pausing)),
      retry: () => this.#again(this.#batch.failed),
      save: () => this.#alone(() => this.#save()),
      pause: () => this.#running?.abort(),
      clear: () => this.#clear(),
    });
    element('forget', HTMLButtonElement).addEventListener('click', () => this.#forget());
    addEventListener('beforeunload', (event) => {
      if (this.#running || this.#archive?.count || this.#batch.held.length > 0) event.preventDefault();
    });
  }

  #asked(): BatchCall {
    return { call: callOf(settingsOf(this.#form)), payer: payerOf(this.#wallets.payment) ?? '' };
  }

  /** A call that is in work may be paid, so it is never broken off. */
  async #send(call: PageCall, photo: File, key: string) {
    const { signal } = new AbortController();
    const { body, headers } = await send(call, photo, {
      payment: this.#wallets.payment,
      idempotencyKey: key,
      signal,
      onStage: () => {},
    });
    return outcomeOf(call.operation, body, headers);
  }

  async #settingsChanged(): Promise<void> {
    showFitting(this.#form);
    keepSettings(settingsOf(this.#form));
    this.#ending = null;
    const asked = this.#asked();
    this.#asking = this.#asking.then(() => this.#batch.ask(asked));
    await this.#asking;
    this.#showPanel();
  }

  async #take(files: readonly File[]): Promise<void> {
    if (this.#running || this.#reading) return say('Photos can be added once this has ended.');
    sayProblem(null);
    if (files.length === 0) return sayProblem('There are no photos in it.');
    const room = mostPhotos - this.#batch.photos.length;
    const taken = files.slice(0, room);
    const added: BatchPhoto[] = [];
    this.#reading = [0, taken.length];
    this.#showPanel();
    await this.#asking;
    for (const [count, file] of taken.entries()) {
      this.#reading = [count, taken.length];
      this.#showPanel();
      const photo = await this.#batch.add(file).catch(() => null);
      if (!photo) continue;
      added.push(photo);
      this.#tiles.show(photo);
    }
    this.#reading = null;
    this.#ending = null;
    this.#showPanel();
    const [leftOut, tooMany] = [taken.length - added.length, files.length - taken.length];
    if (leftOut > 0) sayProblem(`${counted(leftOut, 'photo')} left out: there already, or not to be read.`);
    if (tooMany > 0) sayProblem(`At most ${counted(mostPhotos, 'photo')} at once: ${tooMany} were left out.`);
    say(`${counted(added.length, 'photo')} added.`);
    for (const photo of added) if (!photo.record?.thumbnail) this.#tiles.preview(photo, await thumbnailOf(photo.file));
  }

  /** Does it, unless something is being done already: a second press would send the same photos once more. */
  async #alone(work: (pausing: AbortController) => Promise<void>): Promise<void> {
    if (this.#running || this.#reading) return;
    const pausing = new AbortController();
    this.#running = pausing;
    this.#showPanel();
    try {
      await work(pausing);
    } finally {
      this.#running = null;
      this.#showPanel();
    }
  }

  async #start(pausing: AbortController): Promise<void> {
    sayProblem(null);
    try {
      this.#archive ??= await this.#begin();
    } catch (cause) {
      await this.#lose(cause);
    }
    if (!this.#archive) return;
    await this.#asking;
    const isSignedIn = await this.#wallets.ask().catch(() => null);
    if (isSignedIn) await this.#run(this.#archive, pausing).catch((cause: unknown) => this.#lose(cause));
    else if (isSignedIn === null) sayProblem('The service cannot be reached. Try again.');
    else sayProblem('You are signed out. Sign in, then open this page again.');
    // An empty file would stay if the page is left now. The next start asks for a place again.
    if (this.#archive?.count === 0) await this.#abandon();
  }

  #begin(): Promise<Archive | null> {
    const name = this.#archives === 0 ? 'cutouts.zip' : `cutouts-${this.#archives + 1}.zip`;
    this.#savedAs = null;
    return beginArchive(name);
  }

  async #run(archive: Archive, pausing: AbortController): Promise<void> {
    try {
      this.#ending = await this.#batch.run(archive, pausing, (seconds) => {
        this.#pauseSeconds = seconds;
        this.#showPanel();
      });
    } finally {
      this.#pauseSeconds = null;
    }
    await this.#wallets.ask().catch(() => {});
    this.#tiles.order(this.#batch.photos);
    if (this.#isDone || this.#ending.kind === 'stopped' || archive.isFull) await this.#save();
    say(element('sum', HTMLElement).textContent ?? '');
  }

  /** Whether nothing is left that a ZIP would lack. */
  get #isDone(): boolean {
    const { failed, held } = this.#batch;
    return this.#ending?.kind === 'finished' && failed.length === 0 && held.length === 0;
  }

  /** Shows what is held back, from one photo on. */
  #check(first: BatchPhoto): Promise<void> {
    return this.#withHeld((held) => this.#checking.open(held, first));
  }

  /** Puts all that is held back into the ZIP as it is. */
  #takeAll(): Promise<void> {
    return this.#withHeld(async (held, archive) => {
      for (const photo of held) await this.#batch.take(photo, archive);
    });
  }

  /** Does something with what is held back; the ZIP is saved once nothing is. */
  #withHeld(work: (held: readonly BatchPhoto[], archive: Archive) => Promise<void>): Promise<void> {
    return this.#alone(async () => {
      sayProblem(null);
      try {
        this.#archive ??= await this.#begin();
        if (!this.#archive) return;
        await work(this.#batch.held, this.#archive);
      } catch (cause) {
        await this.#lose(cause);
      }
      if (this.#archive?.count === 0) await this.#abandon();
      else if (this.#isDone) await this.#save();
      say(element('sum', HTMLElement).textContent ?? '');
    });
  }

  /** Ends the ZIP. What is in it is not sent again. */
  async #save(): Promise<void> {
    const archive = this.#archive;
    if (!archive || archive.count === 0) return;
    try {
      await archive.save();
    } catch (cause) {
      return this.#lose(cause);
    }
    this.#archive = null;
    await this.#batch.saved();
    this.#savedAs = archive.name;
    this.#wasFull = archive.isFull;
    this.#archives++;
  }

  /** The ZIP could not be written. */
  async #lose(cause: unknown): Promise<void> {
    await this.#abandon();
    this.#batch.lost();
    const why = cause instanceof Error ? cause.message : String(cause);
    sayProblem(`The ZIP could not be written: ${why} What was made is fetched again without a charge: press Start.`);
  }

  /** Nothing of the ZIP is wanted. */
  async #abandon(): Promise<void> {
    const archive = this.#archive;
    this.#archive = null;
    await archive?.abandon();
  }

  #again(photos: readonly BatchPhoto[]): Promise<void> {
    return this.#alone(async (pausing) => {
      for (const photo of photos) await this.#batch.again(photo);
      await this.#start(pausing);
    });
  }

  /** Takes all photos off the page. Offered where no ZIP is in the making. */
  #clear(): void {
    this.#batch.clear();
    this.#tiles.clear();
    this.#ending = null;
    this.#savedAs = null;
    sayProblem(null);
    this.#showPanel();
    element('files', HTMLInputElement).focus();
  }

  /** What the browser remembers of all photos goes, also of those that are not on the page. */
  async #forget(): Promise<void> {
    this.#asking = this.#asking.then(() => this.#batch.forgetAll());
    await this.#asking;
    this.#ending = null;
    this.#showPanel();
    say('All is forgotten.');
  }

  #standing(): Standing {
    const { photos, failed } = this.#batch;
    const marks = photos.map(markOf).map(({ mark }) => mark);
    const count = (...wanted: string[]) => marks.filter((mark) => wanted.includes(mark)).length;
    return {
      reading: this.#reading,
      isRunning: this.#running !== null,
      ending: this.#ending,
      plan: this.#batch.plan(),
      have: this.#wallets.have,
      total: this.#reading ? this.#reading[1] : photos.length,
      made: count('done', 'review'),
      toCheck: count('review'),
      held: this.#batch.held.length,
      failed: count('failed'),
      retryable: failed.length,
      pauseSeconds: this.#pauseSeconds,
      unsaved: this.#archive?.count ?? 0,
      savedAs: this.#savedAs,
      wasFull: this.#wasFull,
    };
  }

  #showPanel(): void {
    const standing = this.#standing();
    showPanel(panelOf(standing), standing);
    element('many', HTMLElement).dataset.state = standing.total > 0 ? 'given' : 'empty';
    // Other settings are for another ZIP.
    element('setting-fields', HTMLFieldSetElement).disabled =
      standing.isRunning || standing.reading !== null || standing.unsaved > 0 || standing.held > 0;
  }
}
