/** Variables of the trial at `/`: photos without an account. */
import { wholeNumber } from './kinds.ts';

export const trialSettings = {
  trialPerDay: wholeNumber('TRIAL_PER_DAY', {
    fallback: 5,
    min: 0,
    max: 1000,
    meaning: 'Photos that an IPv4 address, or an IPv6 /64, may try on the page at / in a day of UTC; 0 for no trial',
  }),
  trialPerDayTotal: wholeNumber('TRIAL_PER_DAY_TOTAL', {
    fallback: 500,
    min: 0,
    max: 10_000,
    meaning: 'The same for all addresses together, which counts alone without a TRUSTED_ADDRESS_HEADER',
  }),
} as const;
