/** The photos of the page and what becomes of each. It knows nothing of what is seen. */
import type { RefusalCode } from '../../../../contract/refusals.ts';
import { callIdOf, hashOf } from '../playground/call-id.ts';
import { CallFailed, type Failure, failureOfPage } from '../playground/failures.ts';
import { tooLarge } from '../playground/make.ts';
import type { AnsweredPicture } from '../playground/outcome.ts';
import { type Click, withChanges } from '../playground/points.ts';
import { keyEnded } from '../playground/repeatable.ts';
import type { PageCall } from '../playground/send.ts';
import type { Archive } from './archive.ts';
import { type Plan, planOf } from './plan.ts';
import { type Ending, type QueueWork, runQueue } from './queue.ts';
import { keyFor, type PhotoRecord, type Records, repeatableMs } from './records.ts';

export type PhotoState =
  /** `free`: paid before, comes again without a charge. `saved`: in a ZIP that was saved, not sent again. */
  | { readonly kind: 'waiting' | 'free' | 'working' | 'saved' }
  | { readonly kind: 'done'; readonly subjectFound: boolean }
  /** Made, and not in the ZIP before a person has looked at it. */
  | { readonly kind: 'held'; readonly subjectFound: boolean; readonly picture: AnsweredPicture }
  | { readonly kind: 'failed'; readonly failure: Failure };

/** A photo, and what is known of it. */
export interface BatchPhoto {
  readonly file: File;
  readonly state: PhotoState;
  /** What is remembered of it with these settings. */
  readonly record: PhotoRecord | null;
}

interface KnownPhoto extends BatchPhoto {
  /** SHA-256 of the file. */
  readonly hash: string;
  /** Hash of file, settings and who pays. */
  id: string;
  state: PhotoState;
  record: PhotoRecord | null;
}

/** What the batch is asked with: the call, and whose calls share their names. */
export interface BatchCall {
  readonly call: PageCall;
  readonly payer: string;
}

/** What a batch is made of. */
export interface BatchParts {
  readonly records: Records;
  /** Sends one photo under its name. @throws CallFailed */
  send(call: PageCall, photo: File, key: string): Promise<AnsweredPicture>;
  /** Whether what needs a check is held back. */
  holdsBack(): boolean;
  /** A small copy; null where there can be none. */
  thumbnail(picture: Blob): Promise<Blob | null>;
  /** A photo has another state. */
  onChange(photo: BatchPhoto): void;
  readonly nowMs?: () => number;
}

/** More photos than that are no page's work. */
export const mostPhotos = 1000;
const atOnce = 3;
const noLongerFree = failureOfPage(
  'This photo was paid more than a day ago, so that a change of it is no longer free.',
  'Take it as it is, or make it again.',
);
const unreadable = failureOfPage('The answer could not be read.', 'Try again.', { mayRetry: true });
const inProgress = 'IDEMPOTENCY_IN_PROGRESS' satisfies RefusalCode;

/** Many photos under one setting. */
export class Batch {
  readonly #parts: BatchParts;
  readonly #photos: KnownPhoto[] = [];
  /** Those in the ZIP that is being made, or on their way into it. */
  readonly #unsaved = new Set<KnownPhoto>();
  #asked: BatchCall;

  constructor(asked: BatchCall, parts: BatchParts) {
    this.#asked = asked;
    this.#parts = parts;
  }

  /** In the order in which they came. */
  get photos(): readonly BatchPhoto[] {
    return this.#photos;
  }

  /** Those that would be sent next. */
  get left(): readonly BatchPhoto[] {
    return this.#left();
  }

  get failed(): readonly BatchPhoto[] {
    return this.#photos.filter(({ state }) => state.kind === 'failed' && mayHelp(state.failure));
  }

  /** Those that wait for a person to look at them, in the order in which they came. */
  get held(): readonly BatchPhoto[] {
    return this.#photos.filter(({ state }) => state.kind === 'held');
  }

  /** What the photos that are left cost, and what the others were. */
  plan(): Plan {
    const shown = this.#photos.filter(({ state }) => ['waiting', 'free', 'saved'].includes(state.kind));
    return planOf(shown.map(({ record }) => this.#stageOf(record)));
  }

  /**
   * Adds a photo.
   * @returns null where the very file is there already, and where there are too many
   */
  async add(file: File): Promise<BatchPhoto | null> {
    if (this.#photos.length >= mostPhotos) return null;
    const hash = await hashOf(file);
    if (this.#photos.some((photo) => photo.hash === hash)) return null;
    const photo: KnownPhoto = { file, hash, id: '', state: { kind: 'waiting' }, record: null };
    await this.#recall(photo);
    this.#photos.push(photo);
    return photo;
  }

  /** Asks for something else from now on. What was made for other settings is found again. */
  async ask(asked: BatchCall): Promise<void> {
    this.#asked = asked;
    for (const photo of this.#photos) {
      await this.#recall(photo);
      this.#parts.onChange(photo);
    }
  }

  /** Forgets what the browser remembers. Photos that were paid cost again. */
  async forgetAll(): Promise<void> {
    await this.#parts.records.forgetAll();
    await this.ask(this.#asked);
  }

  /** Takes all photos away. */
  clear(): void {
    this.#photos.length = 0;
    this.#unsaved.clear();
  }

  /** Puts a photo that failed, or that was saved before, among those that are left. It may cost a credit again. */
  async again(photo: BatchPhoto): Promise<void> {
    const known = this.#photos.find((each) => each === photo);
    if (!known) return;
    const { state } = known;
    if (state.kind === 'saved' || (state.kind === 'failed' && keyEnded.includes(state.failure.code))) {
      await this.#parts.records.forget(known.id);
      known.record = null;
    }
    this.#set(known, this.#unsent(known));
  }

  /**
   * Has all made that are left, and puts them into the ZIP. It pauses where that is full.
   * @throws Error where the ZIP cannot be written
   */
  run(archive: Archive, pausing: AbortController, onPause: QueueWork<never>['onPause']): Promise<Ending> {
    const work = {
      make: async (photo: KnownPhoto) => {
        await this.#make(photo, archive);
        if (archive.isFull) pausing.abort();
      },
      onWaiting: (photo: KnownPhoto) => this.#set(photo, this.#unsent(photo)),
      onFailed: (photo: KnownPhoto, failure: Failure) => this.#set(photo, { kind: 'failed', failure }),
      onPause,
    };
    return runQueue(this.#left(), work, { atOnce, signal: pausing.signal });
  }

  /**
   * Has a photo that is held made with points, under the name that it was paid under. It is held until it is taken.
   * @throws CallFailed where it stays as it is: the points are refused, or it would cost a credit
   */
  async mend(photo: BatchPhoto, points: readonly Click[]): Promise<void> {
    const known = this.#photos.find((each) => each === photo);
    const record = known?.record;
    if (!known || !record || known.state.kind !== 'held') return;
    if (this.#stageOf(record) === null) throw new CallFailed(noLongerFree);
    const picture = await this.#parts.send(withChanges(this.#asked.call, points), known.file, record.key);
    const thumbnail = await this.#parts.thumbnail(picture.main);
    await this.#keep(known, { ...record, points, thumbnail });
    this.#set(known, { kind: 'held', subjectFound: picture.known.subjectFound, picture });
  }

  /** Puts a photo that is held into the ZIP: a person has looked at it. @throws Error where the ZIP cannot be written */
  async take(photo: BatchPhoto, archive: Archive): Promise<void> {
    const known = this.#photos.find((each) => each === photo);
    if (known?.state.kind !== 'held') return;
    const { picture } = known.state;
    if (known.record) await this.#keep(known, { ...known.record, isChecked: true });
    await this.#add(known, picture, archive);
  }

  /** The ZIP was saved: what is in it is not sent again. */
  async saved(): Promise<void> {
    for (const photo of this.#unsaved) {
      if (photo.record) await this.#keep(photo, { ...photo.record, stage: 'saved' });
    }
    this.#unsaved.clear();
  }

  /** The ZIP was lost: what was in it comes again without a charge. */
  lost(): void {
    for (const photo of this.#unsaved) this.#set(photo, this.#unsent(photo));
    this.#unsaved.clear();
  }

  #left(): KnownPhoto[] {
    return this.#photos.filter(({ state }) => state.kind === 'waiting' || state.kind === 'free');
  }

  async #make(photo: KnownPhoto, archive: Archive): Promise<void> {
    this.#set(photo, { kind: 'working' });
    const { file, id, record: before } = photo;
    const failure = tooLarge(file);
    if (failure) throw new CallFailed(failure);
    const name = keyFor(before, this.#nowMs());
    const isNew = before?.key !== name.key;
    const points = before?.points ?? [];
    await this.#keep(photo, {
      ...(isNew ? { stage: 'sent', needsReview: false, thumbnail: null, points } : before),
      ...{ id, ...name },
    });
    const picture = await this.#parts
      .send(withChanges(this.#asked.call, points), file, name.key)
      .catch(async (cause: unknown) => {
        const code = cause instanceof CallFailed ? cause.failure.code : null;
        // What the service refuses has cost nothing, so there is nothing to repeat. Of an answer without a code nobody knows.
        if (isNew && code !== null && code !== inProgress) {
          await this.#parts.records.forget(id);
          photo.record = null;
        }
        throw cause instanceof CallFailed ? cause : new CallFailed(unreadable);
      });
    const { needsReview, subjectFound } = picture.known;
    const thumbnail = await this.#parts.thumbnail(picture.main);
    const isChecked = !isNew && before?.isChecked === true;
    await this.#keep(photo, { id, ...name, stage: 'answered', needsReview, isChecked, points, thumbnail });
    const isHeld = (needsReview || !subjectFound) && !isChecked && this.#parts.holdsBack();
    if (isHeld) this.#set(photo, { kind: 'held', subjectFound, picture });
    else await this.#add(photo, picture, archive);
  }

  async #add(photo: KnownPhoto, { main, known: { subjectFound } }: AnsweredPicture, archive: Archive): Promise<void> {
    // Before it is written: where that fails it comes again like all that was in the ZIP.
    this.#unsaved.add(photo);
    await archive.add(photo.file.name, main);
    this.#set(photo, { kind: 'done', subjectFound });
  }

  async #recall(photo: KnownPhoto): Promise<void> {
    const { call, payer } = this.#asked;
    photo.id = await callIdOf(call, new Blob([photo.hash]), payer);
    photo.record = await this.#parts.records.get(photo.id);
    photo.state = this.#unsent(photo);
  }

  /** The state of a photo that this page has not sent. */
  #unsent({ record }: KnownPhoto): PhotoState {
    const stage = this.#stageOf(record);
    if (stage === 'saved') return { kind: 'saved' };
    return { kind: stage === 'answered' ? 'free' : 'waiting' };
  }

  #stageOf(record: PhotoRecord | null): PhotoRecord['stage'] | null {
    if (record === null || record.stage === 'saved') return record && 'saved';
    return this.#nowMs() - record.sentAtMs < repeatableMs ? record.stage : null;
  }

  async #keep(photo: KnownPhoto, record: PhotoRecord): Promise<void> {
    // A browser may store nothing more. The page goes on, and what it has paid is not known to the next one.
    await this.#parts.records.put(record).catch(() => {});
    photo.record = record;
  }

  #set(photo: KnownPhoto, state: PhotoState): void {
    photo.state = state;
    this.#parts.onChange(photo);
  }

  #nowMs(): number {
    return (this.#parts.nowMs ?? Date.now)();
  }
}

/** Whether a photo that failed so may be sent once more. */
export function mayHelp({ code, mayRetry }: Failure): boolean {
  return mayRetry || keyEnded.includes(code);
}

/** Whether sending it once more costs a credit, though an earlier call was paid. */
export function costsAgain({ code }: Failure): boolean {
  return keyEnded.includes(code);
}
