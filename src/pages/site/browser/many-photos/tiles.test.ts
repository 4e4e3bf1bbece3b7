// @vitest-environment happy-dom
import { beforeEach, describe, expect, it } from 'vitest';
import { failureOf, failureOfPage } from '../playground/failures.ts';
import type { BatchPhoto, PhotoState } from './batch.ts';
import type { PhotoRecord } from './records.ts';
import { inOrder, markOf, Tiles } from './tiles.ts';

const record: PhotoRecord = {
  id: 'a',
  key: 'a-key',
  sentAtMs: 0,
  stage: 'answered',
  needsReview: false,
  thumbnail: null,
};
const toCheck = { ...record, needsReview: true };
const done: PhotoState = { kind: 'done', subjectFound: true };
const failed: PhotoState = { kind: 'failed', failure: failureOfPage('It broke off.', '', { mayRetry: true }) };
const photo = (name: string, state: PhotoState, its: PhotoRecord | null = null): BatchPhoto => ({
  file: new File([], name),
  state,
  record: its,
});

describe('a tile', () => {
  it('says what became of its photo', () => {
    const texts = (['waiting', 'free', 'working'] as const).map((kind) => markOf(photo('a', { kind })).text);
    expect(texts).toEqual(['Waiting', 'Paid before', 'Working']);
    expect(markOf(photo('a', done, record))).toEqual({ mark: 'done', text: 'Done', again: null });
    expect(markOf(photo('a', done, toCheck))).toMatchObject({ mark: 'review', text: 'Please check' });
    expect(markOf(photo('a', { kind: 'done', subjectFound: false }, record)).mark).toBe('review');
    expect(markOf(photo('a', { kind: 'saved' }, toCheck))).toMatchObject({ mark: 'review', text: 'Saved before' });
  });

  it('offers to send again what may succeed, and says where that costs', () => {
    const exhausted = failureOf(409, new Headers({ 'X-Error-Code': 'IDEMPOTENCY_EXHAUSTED' }), null);
    expect(markOf(photo('a', failed)).again).toBe('Try again');
    expect(markOf(photo('a', { kind: 'failed', failure: exhausted })).again).toBe('Make again · 1 credit');
    expect(markOf(photo('a', { kind: 'failed', failure: failureOfPage('No photo.', '') })).again).toBeNull();
  });
});

it('those to check come first, then those that failed', () => {
  const photos = [photo('a', done, record), photo('b', failed), photo('c', done, toCheck), photo('d', done, toCheck)];
  expect(inOrder(photos).map(({ file }) => file.name)).toEqual(['c', 'd', 'b', 'a']);
});

describe('the tiles', () => {
  beforeEach(() => {
    document.body.innerHTML = '<ul id="tiles"></ul>';
  });
  const names = () => [...document.querySelectorAll('#tiles .name')].map(({ textContent }) => textContent);

  it('are shown once for each photo, put in order, and taken away', () => {
    const asked: BatchPhoto[] = [];
    const tiles = new Tiles((again) => asked.push(again));
    const photos = [photo('a.jpg', done, record), photo('b.jpg', failed)];
    for (const each of [...photos, photos[0]]) tiles.show(each);
    expect(names()).toEqual(['a.jpg', 'b.jpg']);
    tiles.order(photos);
    expect(names()).toEqual(['b.jpg', 'a.jpg']);
    const again = document.querySelector<HTMLButtonElement>('#tiles li:first-child button');
    expect(again?.getAttribute('aria-label')).toBe('Try again: b.jpg');
    again?.click();
    expect(asked).toEqual([photos[1]]);
    tiles.clear();
    expect(names()).toEqual([]);
  });

  it('show the photo until there is what was made of it', () => {
    const tiles = new Tiles(() => {});
    const changing = { ...photo('a.jpg', { kind: 'waiting' }) };
    tiles.show(changing);
    tiles.preview(changing, new Blob(['photo']));
    const image = document.querySelector('img');
    const first = image?.src;
    tiles.show(Object.assign(changing, { record: { ...record, thumbnail: new Blob(['cutout']) } }));
    expect(image?.src).not.toBe(first);
    expect(document.querySelector('li')?.className).toBe('drawn made');
    tiles.preview(changing, new Blob(['photo']));
    expect(document.querySelector('li')?.className).toBe('drawn made');
  });
});
