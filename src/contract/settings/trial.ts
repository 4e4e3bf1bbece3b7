/** Variables of the trial at `/`: photos without an account. */
import { wholeNumber } from './kinds.ts';

export const trialSettings = {
  trialPerDay: wholeNumber('TRIAL_PER_DAY', {
    fallback: 5,
    min: 0,
    max: 1000,
    meaning: 'Trials of an IPv4 address or IPv6 /64 per day (UTC); 0: none',
  }),
  trialPerDayTotal: wholeNumber('TRIAL_PER_DAY_TOTAL', {
    fallback: 500,
    min: 0,
    max: 10_000,
    meaning: 'Trials of all addresses per day; the only limit without TRUSTED_ADDRESS_HEADER',
  }),
} as const;
