/** `POST /v1.0/removebg` as a way to ask for a picture. */
import type { Outcome } from '../../contract/answers.ts';
import { removebgLimits } from '../../contract/limits.ts';
import { outputTypes } from '../../contract/output/output.ts';
import { answerHeaders, answerMembers, wantsJson } from '../../contract/removebg/answers.ts';
import { ImageFault } from '../../pipeline/picture/fault.ts';
import { streamOf } from '../../pipeline/piece-stream.ts';
import { type Answer, base64Json } from '../answer/respond.ts';
import type { Exchange } from '../exchange.ts';
import type { Service } from '../service.ts';
import { type RemovebgCall, receiveRemovebgCall } from './receive.ts';

export const removebg: Service<RemovebgCall> = {
  name: 'removebg',
  limitsOf: removebgLimits,
  receive: receiveRemovebgCall,
  respond,
};

/** @throws ImageFault where no subject was found: remove.bg sells no empty picture */
function respond({ request, price = 1 }: Exchange, { task, wanted }: RemovebgCall, outcome: Outcome): Answer {
  if (!outcome.subjectFound) throw new ImageFault('absent', 'Could not identify a foreground in the image');
  const headers = answerHeaders(wanted, outcome, price);
  if (wantsJson(request.headers.get('Accept'))) {
    return { headers: { 'Content-Type': 'application/json', ...headers }, body: streamOf(json(outcome)) };
  }
  const type = 'output' in task ? outputTypes.of(task) : 'image/png';
  return { headers: { 'Content-Type': type, ...headers }, body: outcome.encoded };
}

async function* json(outcome: Outcome): AsyncGenerator<Uint8Array, void, void> {
  const encoder = new TextEncoder();
  yield encoder.encode('{"data":');
  yield* base64Json([['result_b64', outcome.encoded]], answerMembers(outcome));
  yield encoder.encode('}');
}
