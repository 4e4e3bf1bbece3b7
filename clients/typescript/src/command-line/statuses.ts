/** Exit statuses, and the failures that end a whole run. */
import { EdgematteError, RefusedError } from '../errors.ts';
import { FileError } from './file-error.ts';
import { UnkeptError } from './unkept.ts';

export const statuses = { done: 0, failed: 1, unpaid: 3, keyRefused: 4, interrupted: 130 } as const;

/** The program's exit status after one failed call. */
export function exitStatus(failure: unknown): number {
  if (!(failure instanceof RefusedError)) return statuses.failed;
  if (failure.status === 402 || failure.code === 'CREDITS_EXPIRED') return statuses.unpaid;
  return failure.status === 401 || failure.status === 403 ? statuses.keyRefused : statuses.failed;
}

/** Whether every further call would fail in the same way, or be paid and not kept. */
export function endsAll(failure: unknown): boolean {
  return isOfFiles(failure) || exitStatus(failure) !== statuses.failed;
}

/** A failure in one line, with the request id that support wants. */
export function reasonOf(failure: unknown): string {
  const reason = failure instanceof Error ? failure.message : String(failure);
  const id = requestIdOf(failure);
  return id === undefined ? reason : `${reason} (request ${id})`;
}

/** The members of a line of JSON that describe a failure. */
export function factsOf(failure: unknown): object {
  return {
    message: failure instanceof Error ? failure.message : String(failure),
    ...(failure instanceof RefusedError && { http_status: failure.status, code: failure.code }),
    ...(isOfFiles(failure) && { code: failure.code, file: failure.file }),
    ...(failure instanceof UnkeptError && { idempotency_key: failure.call.idempotencyKey }),
    request_id: requestIdOf(failure),
  };
}

function isOfFiles(failure: unknown): failure is FileError | UnkeptError {
  return failure instanceof FileError || failure instanceof UnkeptError;
}

function requestIdOf(failure: unknown): string | undefined {
  if (failure instanceof UnkeptError) return failure.call.requestId;
  return failure instanceof EdgematteError ? failure.requestId : undefined;
}
