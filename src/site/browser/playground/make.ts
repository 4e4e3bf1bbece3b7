/** One result: the photo made ready, sent, and what came back. */
import { fileSize } from './facts.ts';
import { CallFailed } from './failures.ts';
import { type AnsweredPicture, outcomeOf } from './outcome.ts';
import type { Payment } from './payment.ts';
import { scaledTo } from './scale.ts';
import { type PageAnswered, type PageCall, send } from './send.ts';

/** No deployment takes more, so a larger file is not sent at all. */
const maxPhotoBytes = 20 * 1024 * 1024;
/** A result, and what was measured of its making. */
export interface Made {
  /** What was sent: the photo, or a small copy of it. */
  readonly photo: File;
  readonly outcome: AnsweredPicture;
  readonly stages: PageAnswered['stages'];
  readonly headers: Headers;
  readonly milliseconds: number;
}

/** What is told while a result is made. */
export interface MakeEvents {
  onStage(stage: string): void;
  /** The photo as it is about to be sent. */
  onReady(sent: File): Promise<void>;
}

/**
 * Has a photo worked on.
 * @throws CallFailed; whatever the signal was aborted with
 */
export async function make(
  given: File,
  call: PageCall,
  paidBy: Payment,
  signal: AbortSignal,
  { onStage, onReady }: MakeEvents,
): Promise<Made> {
  const stages: [string, number][] = [];
  const sent = await prepared(given, paidBy, stages, onStage);
  signal.throwIfAborted();
  await onReady(sent);
  const startedAt = performance.now();
  const answer = await send(call, sent, paidBy, signal, onStage);
  const milliseconds = performance.now() - startedAt;
  onStage('Drawing');
  const outcome = await outcomeOf(call.operation, answer.body, answer.headers);
  return { photo: sent, outcome, stages: [...stages, ...answer.stages], headers: answer.headers, milliseconds };
}

/** The photo as it is sent: the trial takes small ones alone. @throws CallFailed */
async function prepared(
  given: File,
  paidBy: Payment,
  stages: [string, number][],
  onStage: MakeEvents['onStage'],
): Promise<File> {
  if (paidBy.kind === 'trial') {
    onStage('Scaling');
    const startedAt = performance.now();
    try {
      return await scaledTo(given, paidBy.maxPixels);
    } catch {
      throw new CallFailed({
        text: 'This browser cannot read the format, so it cannot scale the photo down for the trial.',
        advice: 'Choose a JPEG, PNG or WebP, or sign up to send the photo as it is. Nothing was sent.',
        origin: '',
        mayRetry: false,
        accountHelps: true,
      });
    } finally {
      stages.push(['Scaling', performance.now() - startedAt]);
    }
  }
  if (given.size <= maxPhotoBytes) return given;
  throw new CallFailed({
    text: `This file has ${fileSize(given.size)}. At most 20.0 MB are accepted.`,
    advice: 'Choose another photo. Nothing was sent.',
    origin: '',
    mayRetry: false,
    accountHelps: false,
  });
}
