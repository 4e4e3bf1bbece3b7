/** An answer that was paid and could not be written. */
import { FileError } from './file-error.ts';

/** What the call of the answer was. */
export interface PaidCall {
  readonly requestId: string;
  readonly idempotencyKey: string;
  /** Whether a journal has the key, so that the same words ask for the same answer. */
  readonly inJournal: boolean;
}

/** The service gives the answer again under the same `Idempotency-Key`, at no cost: the message says how. */
export class UnkeptError extends Error {
  readonly call: PaidCall;
  /** The file, and the system's word for what was wrong with it. */
  readonly file: string;
  readonly code: string;

  constructor(cause: FileError, call: PaidCall) {
    const how = call.inJournal ? 'again' : `with --idempotency-key ${call.idempotencyKey}`;
    super(`${cause.message}. It is paid: run the same command ${how} within a day to fetch it at no cost`, { cause });
    this.call = call;
    this.file = cause.file;
    this.code = cause.code;
  }
}

/** Keeps an answer. @throws UnkeptError where its files cannot be written */
export async function keeping<Value>(call: PaidCall, write: () => Promise<Value>): Promise<Value> {
  try {
    return await write();
  } catch (failure) {
    throw failure instanceof FileError ? new UnkeptError(failure, call) : failure;
  }
}
