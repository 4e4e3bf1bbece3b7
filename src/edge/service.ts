/** A way to ask for a picture: how a call is read, and how what came of it is written. */
import type { Outcome } from '../contract/answers.ts';
import type { Limits } from '../contract/limits.ts';
import type { ProcessingOperation, ScopeName } from '../contract/operations.ts';
import { type Answer, respond } from './answer/respond.ts';
import type { Exchange } from './exchange.ts';
import type { BodyReader } from './receive/body.ts';
import { receive } from './receive/receive.ts';
import type { Received } from './receive/received.ts';

export interface Service<Call extends Received = Received> {
  /** Restricted keys and the ledger name it so. */
  readonly name: ScopeName;
  /** The limits of its calls, of those of the deployment. */
  limitsOf(limits: Limits): Limits;
  /** Reads the body. @throws Refused */
  receive(exchange: Exchange, body: BodyReader): Promise<Call>;
  /** The answer of 200. @throws ImageFault where the result is none that this way sells */
  respond(exchange: Exchange, call: Call, outcome: Outcome): Answer;
}

/** An operation of the contract. */
export function serviceOf(operation: ProcessingOperation): Service {
  return {
    name: operation.name,
    limitsOf: (limits) => limits,
    receive: (exchange, body) => receive(exchange, operation, body),
    respond: (_exchange, { task }, outcome) => respond(operation, task, outcome),
  };
}
