import { expect, it } from 'vitest';
import { exceeds, planInWords, planOf } from './plan.ts';

const times = <Value>(count: number, value: Value) => Array.from({ length: count }, () => value);

it('is a credit for each photo that was never sent', () => {
  const plan = planOf(times(100, null));
  expect(plan).toEqual({ photos: 100, credits: 100, unanswered: 0, free: 0, saved: 0 });
  expect(planInWords(plan, 412)).toEqual(['100 photos, 100 credits', 'You have 412.']);
  expect(planInWords(planOf([null]), 1)).toEqual(['1 photo, 1 credit', 'You have 1.']);
});

it('says what is free, what is not sent, and where it is not sure', () => {
  const plan = planOf([...times(10, null), ...times(2, 'sent' as const), ...times(3, 'answered' as const), 'saved']);
  expect(plan).toEqual({ photos: 16, credits: 12, unanswered: 2, free: 3, saved: 1 });
  expect(planInWords(plan, 1200)).toEqual([
    '16 photos, at most 12 credits',
    'You have 1,200.',
    '3 were paid before and are free.',
    '1 is in a ZIP that you saved, and not sent again.',
  ]);
  expect(planInWords(planOf(['answered', 'saved', 'saved']), 1)).toEqual([
    '3 photos, 0 credits',
    'You have 1.',
    '1 was paid before and is free.',
    '2 are in a ZIP that you saved, and not sent again.',
  ]);
});

it('says where the credits do not reach, once that is certain', () => {
  const unanswered = planOf([...times(12, null), ...times(2, 'sent' as const)]);
  expect([exceeds(unanswered, 12), exceeds(unanswered, 11)]).toEqual([false, true]);
  expect(planInWords(planOf(times(30, null)), 12)).toEqual([
    '30 photos, 30 credits',
    'You have 12.',
    'It stops where they end, and keeps what is made.',
  ]);
});
