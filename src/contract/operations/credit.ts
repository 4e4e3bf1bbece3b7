/** Operation 8: what a key can spend, and until when. Free, never restricted, and counted in the rate window. */
import type { Members } from '../answers.ts';
import { formatExpiry } from '../dates.ts';
import type { TagName } from '../operation.ts';

/** What a wallet has left, and until when. */
export interface AvailableCredit {
  /** Balance less open holds; 0 once expired; never negative. */
  readonly credit: number;
  /** Unix milliseconds. */
  readonly expiresAtMs: number;
}

const members: Members<AvailableCredit> = {
  credit: {
    schema: {
      type: 'integer',
      minimum: 0,
      description: 'Credits that can be spent now: the balance less what calls in progress hold. 0 once expired.',
      example: 998,
    },
    of: ({ credit }) => credit,
  },
  expiration_date: {
    schema: {
      type: 'string',
      pattern: '^\\d{4}-\\d{2}-\\d{2} \\d{2}:\\d{2}:\\d{2}$',
      description: 'When the credits expire: `YYYY-MM-DD HH:MM:SS`, UTC.',
      example: '2027-01-31 23:59:59',
    },
    of: ({ expiresAtMs }) => formatExpiry(expiresAtMs),
  },
};

const tag: TagName = 'Account';

export const credit = {
  name: 'available-credit',
  method: 'GET',
  path: '/available-credit',
  tag,
  summary: 'Credits left and when they expire',
  description: [
    'Credits that the key can spend now and the date they expire. Free, but it counts towards the rate limit.',
    'It answers 200 also when no credit is left or the credits have expired, and to restricted keys.',
  ],
  answer: { name: 'CreditAnswer', description: 'What the key can spend, and until when.', members },
} as const;
