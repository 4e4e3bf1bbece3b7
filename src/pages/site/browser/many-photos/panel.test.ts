import { describe, expect, it } from 'vitest';
import { failureOfPage } from '../playground/failures.ts';
import { panelOf, type Standing } from './panel.ts';

const plan = { photos: 30, credits: 30, unanswered: 0, free: 0, saved: 0 };
const ready: Standing = {
  reading: null,
  isRunning: false,
  ending: null,
  plan,
  have: 412,
  total: 30,
  made: 0,
  toCheck: 0,
  held: 0,
  failed: 0,
  retryable: 0,
  pauseSeconds: null,
  unsaved: 0,
  savedAs: null,
  wasFull: false,
};
const nothingLeft = { photos: 0, credits: 0, unanswered: 0, free: 0, saved: 0 };

describe('the panel', () => {
  it('says how many photos have been read', () => {
    expect(panelOf({ ...ready, reading: [11, 30] })).toMatchObject({ sum: 'Reading 12 of 30 photos', start: null });
  });

  it('says the cost before anything is sent', () => {
    expect(panelOf(ready)).toEqual({
      sum: '30 photos, 30 credits',
      more: 'You have 412.',
      start: 'Start · 30 credits',
      retry: null,
      save: null,
      'check-held': null,
      'take-held': null,
      canPause: false,
      canClear: true,
      offersCredits: false,
    });
    expect(panelOf({ ...ready, have: 5 })).toMatchObject({ offersCredits: true });
  });

  it('can be paused while it runs, and says why it waits', () => {
    const running = { ...ready, isRunning: true, made: 12 };
    expect(panelOf(running)).toMatchObject({
      sum: '12 of 30 photos made',
      more: 'Keep this page open.',
      canPause: true,
    });
    expect(panelOf({ ...running, failed: 2 }).more).toBe('2 failed. Keep this page open.');
    expect(panelOf({ ...running, pauseSeconds: 1 }).more).toBe('Waiting 1 second, as the service asks.');
  });

  it('offers what helps after failures, and the ZIP without them', () => {
    const ended: Standing = { ...ready, ending: { kind: 'finished' }, plan: nothingLeft, made: 28, unsaved: 28 };
    expect(panelOf({ ...ended, failed: 2, retryable: 2 })).toMatchObject({
      sum: '28 of 30 photos made',
      more: '2 failed.',
      start: null,
      retry: 'Try 2 again',
      save: 'Save ZIP of 28',
      canClear: false,
    });
  });

  it('offers to check what is held back, and says that it is not in the ZIP', () => {
    const ended: Standing = {
      ...ready,
      ending: { kind: 'finished' },
      plan: nothingLeft,
      made: 30,
      unsaved: 28,
      toCheck: 2,
    };
    expect(panelOf({ ...ended, held: 2 })).toMatchObject({
      more: '2 wait outside the ZIP until you have checked them.',
      ...{ 'check-held': 'Check 2', 'take-held': 'Take all 2', save: 'Save ZIP of 28' },
    });
    expect(panelOf({ ...ended, held: 1 }).more).toBe('1 waits outside the ZIP until you have checked it.');
  });

  it('says why it stopped, where what is made is, and what is left', () => {
    const left = { ...nothingLeft, credits: 18, photos: 18 };
    const failure = { ...failureOfPage('Insufficient credit.', ''), code: 'INSUFFICIENT_CREDITS' };
    const stopped: Standing = { ...ready, ending: { kind: 'stopped', failure }, plan: left, have: 0, made: 12 };
    expect(panelOf({ ...stopped, savedAs: 'cutouts.zip', toCheck: 3 })).toMatchObject({
      more: 'The credits are used up. What is made is in cutouts.zip. 3 are to be checked, and shown first. 18 left: 18 credits. You have 0.',
      start: 'Go on · 18 credits',
      offersCredits: true,
    });
    const other = { ...failureOfPage('The form is too old.', ''), code: 'STRANGE_ORIGIN' };
    expect(panelOf({ ...stopped, ending: { kind: 'stopped', failure: other } }).more).toMatch(/^The form is too old\./);
  });
});
