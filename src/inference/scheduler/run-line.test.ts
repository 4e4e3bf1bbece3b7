import { describe, expect, it } from 'vitest';
import type { ServedModel } from '../catalogue.ts';
import { createJob, type Job } from './job.ts';
import { RunLine } from './run-line.ts';

const modelOf = (name: string, sidePx: number, changes: Partial<ServedModel> = {}): ServedModel => ({
  name,
  file: '',
  precision: 'fp32',
  weights: '',
  inputs: [{ name: 'image', datatype: 'UINT8', shape: [-1, sidePx, sidePx, 3] }],
  outputs: [],
  maxBatch: 1,
  ...changes,
});
const matte = modelOf('matte', 1024);
const second = modelOf('matte-768', 768);
const classifier = modelOf('image-type', 224);
const detector = modelOf('vehicle-detector', 416);

function job(model: ServedModel, { enteredMs = 0, samples = 1, bytes = 1, caller = '' } = {}): Job {
  const image = {
    name: 'image',
    datatype: 'UINT8' as const,
    shape: [samples, bytes],
    data: new Uint8Array(samples * bytes),
  };
  const request = { inputs: [image], outputs: ['matte'], caller, deadlineMs: Number.POSITIVE_INFINITY };
  const events = { onImpatience: () => {}, onFailure: () => {} };
  return createJob(model, request, enteredMs, events);
}

function lineOf(...jobs: readonly Job[]): RunLine {
  const line = new RunLine();
  for (const one of jobs) line.add(one);
  return line;
}

function namesOf(line: RunLine): string[] {
  const names: string[] = [];
  for (let next = line.next(0); next.jobs; next = line.next(0))
    names.push(next.jobs.map((one) => one.model.name).join());
  return names;
}

describe('the line', () => {
  it('lets small networks pass larger ones', () => {
    const line = lineOf(job(matte), job(matte), job(second), job(classifier), job(detector), job(classifier));
    expect(namesOf(line)).toEqual(['image-type', 'image-type', 'vehicle-detector', 'matte-768', 'matte', 'matte']);
  });

  it('ends what was begun before equal ones, and takes turns among what was begun', () => {
    const [first, other] = [job(matte, { caller: 'a' }), job(matte, { caller: 'b' })];
    const begun = ['a', 'a', 'b'].map((caller) => job(matte, { caller }));
    const [small, smallBegun] = [job(second), job(second)];
    const line = lineOf(first, other, small);
    for (const each of [...begun, smallBegun]) line.add(each, true);
    expect([...line]).toEqual([smallBegun, small, begun[0], begun[2], begun[1], first, other]);
    expect(line.ahead(matte, 'c')).toHaveLength(7);
    expect(line.ahead(matte, 'c', true)).toEqual([smallBegun, small, begun[0], begun[2]]);
  });

  it('keeps equal ones in the order in which they came', () => {
    const jobs = [job(matte), job(classifier), job(matte), job(matte)];
    const line = lineOf(...jobs);
    line.remove(jobs[2]);
    line.remove(jobs[2]);
    expect([...line]).toEqual([jobs[1], jobs[0], jobs[3]]);
    expect([line.count(matte), line.count(classifier), line.count(second)]).toEqual([2, 1, 0]);
  });

  it('has callers take turns, each with its own in order', () => {
    const of = (caller: string) => job(matte, { caller });
    const [a1, a2, a3, b1, b2, c1] = [of('a'), of('a'), of('a'), of('b'), of('b'), of('c')];
    expect([...lineOf(a1, a2, a3, b1, b2, c1)]).toEqual([a1, b1, c1, a2, b2, a3]);
  });

  it('has them take turns among equal networks only', () => {
    const mattes = [job(matte, { caller: 'a' }), job(matte, { caller: 'a' }), job(matte, { caller: 'b' })];
    const small = [job(classifier, { caller: 'a' }), job(classifier, { caller: 'a' })];
    const line = lineOf(...mattes, ...small);
    expect([...line]).toEqual([...small, mattes[0], mattes[2], mattes[1]]);
    expect(line.ahead(matte, 'c')).toEqual([...small, mattes[0], mattes[2]]);
    expect(line.ahead(matte, 'b')).toEqual([...small, mattes[0], mattes[2], mattes[1]]);
    expect(line.ahead(classifier, 'c')).toEqual([small[0]]);
  });

  it('gives up the newest run of who has most of a model, to one who would have fewer', () => {
    const of = (caller: string) => job(matte, { caller });
    const jobs = [of('a'), of('a'), of('a'), of('b'), job(second, { caller: 'c' })];
    const line = lineOf(...jobs);
    expect([line.displaceable(matte, 'c'), line.displaceable(matte, 'b')]).toEqual([jobs[2], jobs[2]]);
    expect([line.displaceable(matte, 'a'), line.displaceable(second, 'b')]).toEqual([undefined, undefined]);
    line.remove(jobs[2]);
    expect([line.displaceable(matte, 'c'), line.displaceable(matte, 'b')]).toEqual([jobs[1], undefined]);
  });

  it('gives up what was begun only where there is nothing else', () => {
    const begun = Array.from({ length: 3 }, () => job(matte, { caller: 'a' }));
    const others = ['b', 'b'].map((caller) => job(matte, { caller }));
    const line = lineOf(...others);
    for (const each of begun) line.add(each, true);
    expect(line.displaceable(matte, 'c')).toBe(others[1]);
    line.remove(others[1]);
    expect(line.displaceable(matte, 'c')).toBe(begun[2]);
  });

  it('has nothing for nobody', () => {
    expect(new RunLine().next(0)).toEqual({ jobs: null, wakeMs: Number.POSITIVE_INFINITY });
  });
});

describe('a batch', () => {
  const tiles = modelOf('tiles', 256, { maxBatch: 4, batchWaitMs: 10 });

  it('is of one where the manifest does not ask for more', () => {
    const several = modelOf('tiles', 256, { maxBatch: 4 });
    expect(namesOf(lineOf(job(several), job(several)))).toEqual(['tiles', 'tiles']);
  });

  it('goes when it is full, and no fuller', () => {
    const jobs = [job(tiles), job(tiles, { samples: 2 }), job(tiles), job(tiles)];
    const line = lineOf(...jobs);
    expect(line.next(0)).toEqual({ jobs: jobs.slice(0, 3) });
    expect([...line]).toEqual([jobs[3]]);
  });

  it('goes when its first has waited for its time', () => {
    const jobs = [job(tiles, { enteredMs: 100 }), job(tiles, { enteredMs: 105 })];
    const line = lineOf(...jobs);
    expect(line.next(109)).toEqual({ jobs: null, wakeMs: 110 });
    expect(line.next(110)).toEqual({ jobs });
  });

  it('does not wait for one that would not fit', () => {
    const jobs = [job(tiles, { samples: 3 }), job(tiles, { samples: 2 })];
    expect(lineOf(...jobs).next(0)).toEqual({ jobs: [jobs[0]] });
  });

  it('is of equal sizes, and keeps nobody else waiting', () => {
    const jobs = [job(tiles), job(tiles, { bytes: 2 }), job(tiles), job(matte)];
    const line = lineOf(...jobs);
    expect(line.next(0)).toEqual({ jobs: [jobs[3]] });
    expect(line.next(0)).toEqual({ jobs: null, wakeMs: 10 });
    expect(line.next(10)).toEqual({ jobs: [jobs[0], jobs[2]] });
    expect(line.next(10)).toEqual({ jobs: [jobs[1]] });
  });

  it('with no wait takes those that are there', () => {
    const eager = modelOf('eager', 256, { maxBatch: 4, batchWaitMs: 0 });
    const jobs = [job(eager), job(eager)];
    expect(lineOf(...jobs).next(0)).toEqual({ jobs });
  });
});
