/** One way to ask for a picture: how its calls are read and answered. */
import type { Outcome } from '../contract/answers.ts';
import type { Limits } from '../contract/limits.ts';
import type { ProcessingOperation, ScopeName, Task } from '../contract/operations.ts';
import type { Header } from '../pixels/pipeline/picture/header.ts';
import { type Answer, respond } from './answer/respond.ts';
import type { Exchange } from './exchange.ts';
import type { BodyReader } from './receive/body.ts';
import { checkPart } from './receive/identify.ts';
import { receive } from './receive/receive.ts';
import type { Received } from './receive/received.ts';

export interface Service<Call extends Received = Received> {
  /** Its name in the ledger and for restricted keys. */
  readonly name: ScopeName;
  /** The limits of its calls, from those of the deployment. */
  limitsOf(limits: Limits): Limits;
  /** Reads the body. @throws Refused */
  receive(exchange: Exchange, body: BodyReader): Promise<Call>;
  /** Refuses a part of the picture that cannot be worked on. @throws Refused 400, 422, PointFault */
  checkPart(task: Task, header: Header): void;
  /** The answer of 200. @throws ImageFault where it does not sell such a result */
  respond(exchange: Exchange, call: Call, outcome: Outcome): Answer;
}

/** The service of an operation of the contract. */
export function serviceOf(operation: ProcessingOperation): Service {
  return {
    name: operation.name,
    limitsOf: (limits) => limits,
    receive: (exchange, body) => receive(exchange, operation, body),
    checkPart,
    respond: (_exchange, { task }, outcome) => respond(operation, task, outcome),
  };
}
