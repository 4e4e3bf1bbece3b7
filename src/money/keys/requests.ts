/** What the admin API takes. Each schema says in its own words what it expected; `validation.ts` says it to the client. */
import * as z from 'zod';
import { expiryFormat, parseExpiry } from '../../contract/dates.ts';
import { scopeNames } from '../../contract/operations.ts';
import { limitSettings } from '../../contract/settings/limits.ts';
import { maxPageLength } from './directory.ts';
import { keyTypes } from './format.ts';

/** Most credits that one call grants: far below where sums stop being exact. */
const maxCredits = 1_000_000_000;
const maxLabelLength = 200;
const maxReferenceLength = 200;
const maxEntriesLength = 200;

const { min: minRate, max: maxRate } = limitSettings.defaultRatePerMinute;

const credits = wholeNumber(0, maxCredits);
const ratePerMinute = wholeNumber(minRate, maxRate);
const expires = expiry();
const endpoints = operationList().nullable();
const label = singleLine(maxLabelLength).nullable();
const reference = singleLine(maxReferenceLength);
/** Null lifts the limit. */
const limit = credits.nullable();

// Members that nobody declared are refused: a misspelt `expires` that is ignored would cost its key a year.
export const createRequest = z.strictObject({
  type: z.enum(keyTypes, { error: '"live" or "test"' }),
  credits,
  rate_per_minute: ratePerMinute.optional(),
  /** Null or absent allows every operation. */
  endpoints: endpoints.optional(),
  expires: expires.optional(),
  label: label.optional(),
  limit: limit.optional(),
});

/** One more key of a wallet: credits and their expiry are the wallet's. */
export const addRequest = createRequest.omit({ type: true, credits: true, expires: true });

export const topUpRequest = z.strictObject({
  credits,
  expires: expires.optional(),
  /** The same one once more grants nothing. */
  reference: reference.optional(),
});
/** `of` is the reference of the grant; `reference` the refund's own, which is accepted once. */
export const refundRequest = z.strictObject({ credits, reference, of: reference });
export const expiryRequest = z.strictObject({ expires });
export const rateRequest = z.strictObject({ rate_per_minute: ratePerMinute });
export const limitRequest = z.strictObject({ limit });
/** When a key ends. */
export const endRequest = z.strictObject({ at: expires });
/** Null lifts the restriction. */
export const endpointsRequest = z.strictObject({ endpoints });

/** `cursor` is the `next_cursor` of the page before. */
export const listQuery = z.strictObject({
  limit: numberText(1, maxPageLength).default(50),
  cursor: z.string().optional(),
});
/** One call checks a part of the entries; `cursor` goes on with the next. */
export const auditQuery = z.strictObject({ cursor: numberText(1, Number.MAX_SAFE_INTEGER).optional() });
export const entriesQuery = z.strictObject({
  limit: numberText(1, maxEntriesLength).default(50),
  cursor: numberText(1, Number.MAX_SAFE_INTEGER).optional(),
});

/** Of the request log: the newest calls of a key, or those with one id. */
export const requestsQuery = z.strictObject({
  limit: numberText(1, maxPageLength).default(20),
  request: z.string().min(1).max(64).optional(),
});

function wholeNumber(min: number, max: number) {
  const error = `a whole number from ${min} to ${max}`;
  return z.number({ error }).int({ error, abort: true }).min(min, { error }).max(max, { error });
}

/** A whole number written in digits, as queries carry it. */
function numberText(min: number, max: number) {
  const error = `a whole number from ${min} to ${max}`;
  return z
    .string({ error })
    .regex(/^\d{1,16}$/, { error, abort: true })
    .transform(Number)
    .pipe(wholeNumber(min, max));
}

/** Unix milliseconds out of the text of a date. */
function expiry() {
  return z.string({ error: expiryFormat }).transform((text, context) => {
    const ms = parseExpiry(text);
    if (ms !== null) return ms;
    context.addIssue({ code: 'custom', message: expiryFormat, input: text });
    return z.NEVER;
  });
}

/** At least one operation: a key that may do nothing is a revoked key. */
function operationList() {
  const error = `a list of at least one of ${scopeNames.join(', ')}`;
  return z
    .array(z.enum(scopeNames, { error: `one of ${scopeNames.join(', ')}` }), { error })
    .min(1, { error, abort: true })
    .max(scopeNames.length, { error, abort: true })
    .transform((names) => [...new Set(names)]);
}

/** Control characters are refused, because labels are printed on terminals. */
function singleLine(maxLength: number) {
  const error = `one line of 1 to ${maxLength} characters`;
  return z
    .string({ error })
    .min(1, { error, abort: true })
    .max(maxLength, { error, abort: true })
    .regex(/^\P{Cc}+$/u, { error });
}
