/** One result: the photo made ready, sent, and what came back. */
import { callIdOf } from './call-id.ts';
import { fileSize } from './facts.ts';
import { CallFailed, type Failure, failureOfPage } from './failures.ts';
import type { Given } from './given.ts';
import { type AnsweredPicture, outcomeOf } from './outcome.ts';
import { type Payment, payerOf } from './payment.ts';
import type { KeptKey, RepeatKeys } from './repeat-keys.ts';
import { type RepeatEvents, sendRepeatably, sendUntilFree } from './repeatable.ts';
import { scaledTo } from './scale.ts';
import { type PageAnswered, type PageCall, send } from './send.ts';

/** No deployment takes more. */
const maxPhotoBytes = 20 * 1024 * 1024;

/** Why a file is not sent at all: it is too large. Null where it is not. */
export function tooLarge({ size }: File): Failure | null {
  if (size <= maxPhotoBytes) return null;
  const text = `This file has ${fileSize(size)}. At most 20.0 MB are accepted.`;
  return failureOfPage(text, 'Choose another photo. Nothing was sent.');
}

/** A result, and what was measured of its making. */
export interface Made {
  /** What was sent: the photo, a small copy of it, or its address. */
  readonly photo: Given;
  readonly outcome: AnsweredPicture;
  /** By which its key is forgotten once it is shown; null where it cannot be repeated. */
  readonly callId: string | null;
  /** What it was paid under, and points change it under; null for the trial. */
  readonly paid: Pick<KeptKey, 'key' | 'sinceMs'> | null;
  readonly stages: PageAnswered['stages'];
  readonly headers: Headers;
  readonly milliseconds: number;
}

/** What is reported while a result is made. */
export interface MakeEvents extends RepeatEvents {
  onStage(stage: string): void;
  /** The photo as it is about to be sent. */
  onReady(sent: Given): Promise<void>;
}

/** How a call is paid for, and what ends it. */
interface Making {
  readonly paidBy: Payment;
  readonly signal: AbortSignal;
}

/**
 * Has a photo worked on.
 * @throws CallFailed; whatever the signal was aborted with
 */
export async function make(
  given: Given,
  call: PageCall,
  { paidBy, signal, keys, events }: Making & { readonly keys: RepeatKeys; readonly events: MakeEvents },
): Promise<Made> {
  const { onStage, onReady } = events;
  const stages: [string, number][] = [];
  const sent = await prepared(given, paidBy, stages, onStage);
  signal.throwIfAborted();
  await onReady(sent);
  const startedAt = performance.now();
  const payer = payerOf(paidBy);
  const callId = payer === null ? null : await callIdOf(call, sent, payer);
  const sendUnder = (key: string | null) => send(call, sent, { payment: paidBy, idempotencyKey: key, signal, onStage });
  const answer =
    callId === null ? await sendUnder(null) : await sendRepeatably(callId, keys, { send: sendUnder, signal }, events);
  const milliseconds = performance.now() - startedAt;
  onStage('Drawing');
  const outcome = await outcomeOf(call.operation, answer.body, answer.headers);
  const { headers } = answer;
  const paid = callId === null ? null : keys.kept(callId);
  return { photo: sent, outcome, callId, paid, stages: [...stages, ...answer.stages], headers, milliseconds };
}

/**
 * Has what was made changed by points, and in another size, without a payment: under the key of its first call.
 * @param call the first one, with points
 * @param making with the most pixels of its longer side; null for full size
 * @throws CallFailed; whatever the signal was aborted with
 */
export async function makeAgain(
  first: Made,
  { operation, options }: PageCall,
  { mostPx, paidBy, signal }: Making & { readonly mostPx: number | null },
): Promise<Made> {
  const startedAt = performance.now();
  const call = { operation, options: { ...options, ...(mostPx !== null && { max_size: String(mostPx) }) } };
  const payment = paidBy.kind === 'trial' ? { ...paidBy, isClick: true } : paidBy;
  const sent = { payment, idempotencyKey: first.paid?.key ?? null, signal, onStage: () => {} };
  const sending = { send: () => send(call, first.photo, sent), signal };
  const { body, headers, stages } = await sendUntilFree(sending, () => {});
  const milliseconds = performance.now() - startedAt;
  const answered = await outcomeOf(operation, body, headers);
  const outcome = mostPx === null ? answered : previewOf(answered, first);
  return { ...first, outcome, stages, headers, milliseconds };
}

/** A small copy of what would be as large as the first one. */
function previewOf(answered: AnsweredPicture, { outcome: { known } }: Made): AnsweredPicture {
  const { outputPx, boxPx } = known;
  return { ...answered, isPreview: true, known: { ...answered.known, outputPx, boxPx } };
}

/** The photo as it is sent: the trial takes small ones alone. @throws CallFailed */
async function prepared(
  given: Given,
  paidBy: Payment,
  stages: [string, number][],
  onStage: MakeEvents['onStage'],
): Promise<Given> {
  if (given instanceof URL) {
    if (paidBy.kind !== 'trial') return given;
    const advice = 'Sign up, or choose the photo itself. Nothing was sent.';
    throw new CallFailed(failureOfPage('The trial fetches no addresses.', advice, { accountHelps: true }));
  }
  if (paidBy.kind === 'trial') {
    onStage('Scaling');
    const startedAt = performance.now();
    try {
      return await scaledTo(given, paidBy.maxPixels);
    } catch {
      const text = 'This browser cannot read the format, so it cannot scale the photo down for the trial.';
      const advice = 'Choose a JPEG, PNG or WebP, or sign up to send the photo as it is. Nothing was sent.';
      throw new CallFailed(failureOfPage(text, advice, { accountHelps: true }));
    } finally {
      stages.push(['Scaling', performance.now() - startedAt]);
    }
  }
  const failure = tooLarge(given);
  if (failure) throw new CallFailed(failure);
  return given;
}
