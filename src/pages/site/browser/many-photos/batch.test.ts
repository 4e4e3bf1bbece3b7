import { beforeEach, describe, expect, it, vi } from 'vitest';
import { operationNamed } from '../../../../contract/operations.ts';
import { CallFailed, failureOf } from '../playground/failures.ts';
import { nothingKnown } from '../playground/outcome.ts';
import type { PageCall } from '../playground/send.ts';
import { filesOf } from '../playground/zip.ts';
import { Archive } from './archive.ts';
import { Batch } from './batch.ts';
import { MemoryRecords } from './records.ts';

const dayMs = 86_400_000;
const operation = operationNamed('image-without-background');
const asked = { call: { operation, options: {} }, payer: 'account test' };
const photo = (name: string, text = name) => new File([text], name, { type: 'image/jpeg' });
const refused = (status: number, code: string) =>
  new CallFailed(failureOf(status, new Headers({ 'X-Error-Code': code }), null));

/** A service that charges each name once, and what fails of it next, by the name of the photo. */
class Service {
  readonly charged = new Set<string>();
  readonly sent: string[] = [];
  /** What was clicked, by the name of the photo. */
  readonly points: (readonly [name: string, keep: unknown])[] = [];
  readonly failures = new Map<string, Error[]>();
  credits = 100;
  /** Photos whose page is left before the answer. */
  readonly loses = new Set<string>();

  send = async ({ options }: PageCall, file: File, key: string) => {
    this.sent.push(file.name);
    if (options.keep_points) this.points.push([file.name, options.keep_points]);
    const failure = this.failures.get(file.name)?.shift();
    if (failure) throw failure;
    if (!this.charged.has(key)) {
      if (this.credits === 0) throw refused(402, 'INSUFFICIENT_CREDITS');
      this.credits--;
      this.charged.add(key);
    }
    if (this.loses.delete(file.name)) return new Promise<never>(() => {});
    const main = new Blob([`cut ${file.name}`], { type: 'image/png' });
    const known = { ...nothingKnown, needsReview: file.name.startsWith('hard') };
    return { main, isMatte: false, shadow: null, known, bytes: main.size };
  };
}

let service: Service;
let records: MemoryRecords;
let clock: { ms: number };
let holdsBack: boolean;
beforeEach(() => {
  holdsBack = false;
  [service, records, clock] = [new Service(), new MemoryRecords(), { ms: 1_000_000 }];
});

/** A page: a batch of its own over what the browser remembers. */
async function openPage(...names: string[]) {
  return openPageWith(1_000_000, ...names);
}

async function openPageWith(mostBytes: number, ...names: string[]) {
  const batch = new Batch(asked, {
    records,
    send: service.send,
    holdsBack: () => holdsBack,
    thumbnail: async () => null,
    onChange() {},
    nowMs: () => clock.ms,
  });
  for (const name of names) await batch.add(photo(name));
  const parts: BlobPart[] = [];
  const written = {
    write: async (part: BlobPart) => void parts.push(part),
    close: async () => {},
    abandon: async () => {},
  };
  const archive = new Archive('cutouts.zip', { mostBytes, ...written });
  const run = () => batch.run(archive, new AbortController(), () => {});
  const zip = async () => [...(await filesOf(new Blob(parts))).keys()];
  const states = () => batch.photos.map(({ state }) => state.kind).join();
  return { batch, archive, run, zip, states };
}

describe('many photos', () => {
  it('are made, put into one ZIP, and known as saved by the next page', async () => {
    const page = await openPage('a.jpg', 'b.jpg', 'hard.jpg');
    expect(page.batch.plan()).toMatchObject({ photos: 3, credits: 3 });
    expect(await page.run()).toEqual({ kind: 'finished' });
    await page.archive.save();
    await page.batch.saved();
    expect((await page.zip()).sort()).toEqual(['a.png', 'b.png', 'hard.png']);
    expect(page.batch.photos.map(({ record }) => record?.needsReview)).toEqual([false, false, true]);
    const later = await openPage('a.jpg', 'b.jpg', 'hard.jpg', 'new.jpg');
    expect(later.states()).toBe('saved,saved,saved,waiting');
    expect(later.batch.plan()).toMatchObject({ photos: 4, credits: 1, saved: 3 });
    await later.run();
    expect(service.sent).toHaveLength(4);
  });

  it('that were paid and not saved come again without a charge', async () => {
    await (await openPage('a.jpg', 'b.jpg')).run();
    service.loses.add('c.jpg');
    void (await openPage('c.jpg')).run();
    await vi.waitFor(() => expect(service.credits).toBe(97));
    const later = await openPage('a.jpg', 'b.jpg', 'c.jpg', 'd.jpg');
    expect(later.states()).toBe('free,free,waiting,waiting');
    expect(later.batch.plan()).toMatchObject({ photos: 4, credits: 2, unanswered: 1, free: 2 });
    await later.run();
    expect(service.credits).toBe(96);
    expect(later.archive.count).toBe(4);
  });

  it('cost again a day later', async () => {
    await (await openPage('a.jpg')).run();
    clock.ms += dayMs;
    const later = await openPage('a.jpg');
    expect(later.batch.plan()).toMatchObject({ credits: 1, free: 0 });
    await later.run();
    expect(service.credits).toBe(98);
  });

  it('stop where the credits end, with what is made', async () => {
    service.credits = 2;
    const page = await openPage('a.jpg', 'b.jpg', 'c.jpg', 'd.jpg', 'e.jpg');
    expect(await page.run()).toMatchObject({ kind: 'stopped', failure: { code: 'INSUFFICIENT_CREDITS' } });
    expect(page.states()).toBe('done,done,waiting,waiting,waiting');
    expect(page.batch.plan()).toMatchObject({ photos: 3, credits: 3, unanswered: 0 });
    service.credits = 3;
    expect(await page.run()).toEqual({ kind: 'finished' });
    expect([page.archive.count, service.credits]).toEqual([5, 0]);
  });

  it('that fail are sent again when asked, under the same name unless it has ended', async () => {
    service.failures.set('a.jpg', [refused(422, 'INVALID_IMAGE')]);
    service.failures.set('b.jpg', [refused(409, 'IDEMPOTENCY_EXHAUSTED')]);
    const page = await openPage('a.jpg', 'b.jpg');
    await page.run();
    expect(page.states()).toBe('failed,failed');
    expect(page.batch.failed.map(({ file }) => file.name)).toEqual(['b.jpg']);
    for (const each of page.batch.photos) await page.batch.again(each);
    await page.run();
    expect([page.states(), service.credits]).toEqual(['done,done', 98]);
  });

  it('keep their name where something else than the service answered, for they may be paid', async () => {
    service.failures.set('a.jpg', [new CallFailed(failureOf(404, new Headers(), null))]);
    service.failures.set('b.jpg', [refused(422, 'INVALID_IMAGE')]);
    const page = await openPage('a.jpg', 'b.jpg');
    await page.run();
    expect(page.batch.photos.map(({ record }) => record?.stage)).toEqual(['sent', undefined]);
  });

  it('are free again where the ZIP was lost', async () => {
    const page = await openPage('a.jpg');
    await page.run();
    page.batch.lost();
    expect(page.states()).toBe('free');
  });

  it('are free again where they could not be written into it', async () => {
    const page = await openPage('a.jpg', 'b.jpg');
    const write = async () => {
      throw new Error('The disk is full');
    };
    const close = async () => {};
    const full = new Archive('cutouts.zip', { mostBytes: 1000, write, close, abandon: close });
    await expect(page.batch.run(full, new AbortController(), () => {})).rejects.toThrow('The disk is full');
    page.batch.lost();
    expect(page.states()).toBe('free,free');
    await page.run();
    expect([page.states(), service.credits]).toEqual(['done,done', 98]);
  });

  it('are known by file and settings: each file once, other settings anew', async () => {
    const page = await openPage('a.jpg');
    expect(await page.batch.add(photo('copy.jpg', 'a.jpg'))).toBeNull();
    await page.run();
    const webp = { ...asked, call: { operation, options: { output_format: 'webp' } } };
    await page.batch.ask(webp);
    expect(page.batch.plan()).toMatchObject({ photos: 1, credits: 1 });
    await page.batch.ask(asked);
    expect(page.batch.plan()).toMatchObject({ photos: 1, credits: 0, free: 1 });
  });

  it('pause where the ZIP is full', async () => {
    const page = await openPageWith(100, 'a.jpg', 'b.jpg', 'c.jpg', 'd.jpg', 'e.jpg', 'f.jpg', 'g.jpg', 'h.jpg');
    expect(await page.run()).toEqual({ kind: 'paused' });
    expect(page.archive.isFull).toBe(true);
    expect(page.batch.left.length).toBeGreaterThan(0);
    expect(page.states()).toMatch(/^done.*waiting$/);
  });

  it('of more than 20 MB are not sent', async () => {
    const page = await openPage();
    await page.batch.add(new File([new Uint8Array(20 * 1024 * 1024 + 1)], 'huge.jpg'));
    await page.run();
    expect([page.states(), service.sent]).toEqual(['failed', []]);
  });
});

describe('photos that need a check', () => {
  const points = [{ kind: 'keep', x: 10, y: 20 }] as const;
  beforeEach(() => {
    holdsBack = true;
  });

  it('wait outside the ZIP until a person takes them, and are not held again', async () => {
    const page = await openPage('a.jpg', 'hard.jpg');
    expect(await page.run()).toEqual({ kind: 'finished' });
    expect([page.states(), page.archive.count, page.batch.held.length]).toEqual(['done,held', 1, 1]);
    for (const photo of page.batch.held) await page.batch.take(photo, page.archive);
    expect([page.states(), page.archive.count]).toEqual(['done,done', 2]);
    page.batch.lost();
    await page.run();
    expect([page.states(), service.credits]).toEqual(['done,done', 98]);
    await page.archive.save();
    await page.batch.saved();
    expect((await openPage('a.jpg', 'hard.jpg')).states()).toBe('saved,saved');
  });

  it('are held again by the next page where nobody has looked at them', async () => {
    await (await openPage('hard.jpg')).run();
    const later = await openPage('hard.jpg');
    expect(later.states()).toBe('free');
    await later.run();
    expect([later.states(), service.credits]).toEqual(['held', 99]);
  });

  it('are made with points without a charge, and come with them after a reload', async () => {
    const page = await openPage('hard.jpg');
    await page.run();
    await page.batch.mend(page.batch.photos[0], points);
    expect([page.states(), service.points, service.credits]).toEqual(['held', [['hard.jpg', '10% 20%']], 99]);
    const later = await openPage('hard.jpg');
    await later.run();
    expect(service.points).toEqual(Array(2).fill(['hard.jpg', '10% 20%']));
    expect([later.batch.photos[0].record?.points, service.credits]).toEqual([points, 99]);
    clock.ms += dayMs;
    const tomorrow = await openPage('hard.jpg');
    expect(tomorrow.batch.plan()).toMatchObject({ credits: 1 });
    await tomorrow.run();
    expect([service.points.length, service.credits]).toEqual([3, 98]);
  });

  it('keep what they have where points are refused, and spend nothing once the charge is forgotten', async () => {
    const page = await openPage('hard.jpg');
    await page.run();
    service.failures.set('hard.jpg', [refused(422, 'POINT_NOT_FOUND')]);
    await expect(page.batch.mend(page.batch.photos[0], points)).rejects.toThrow(CallFailed);
    expect([page.states(), page.batch.photos[0].record?.points]).toEqual(['held', []]);
    clock.ms += dayMs;
    await expect(page.batch.mend(page.batch.photos[0], points)).rejects.toThrow(CallFailed);
    expect([service.sent.length, service.credits]).toEqual([2, 99]);
  });
});
