/** `POST /v1.0/removebg` as a way to ask for a picture. */
import type { Outcome } from '../../contract/answers.ts';
import { removebgLimits } from '../../contract/limits.ts';
import type { Task } from '../../contract/operations.ts';
import type { Length } from '../../contract/output/margin.ts';
import { outputTypes } from '../../contract/output/output.ts';
import { answerHeaders, answerMembers, wantsJson } from '../../contract/removebg/answers.ts';
import { roiBeyond } from '../../contract/removebg/fields.ts';
import { refusedWith } from '../../contract/removebg/refusals.ts';
import { boxOf, refusalOf } from '../../pixels/pipeline/part/asked.ts';
import { ImageFault } from '../../pixels/pipeline/picture/fault.ts';
import { type Header, uprightSize } from '../../pixels/pipeline/picture/header.ts';
import { streamOf } from '../../pixels/pipeline/rows/piece-stream.ts';
import { type Answer, base64Json } from '../answer/respond.ts';
import type { Exchange } from '../exchange.ts';
import type { Service } from '../service.ts';
import { type RemovebgCall, receiveRemovebgCall } from './receive.ts';

export const removebg: Service<RemovebgCall> = {
  name: 'removebg',
  limitsOf: removebgLimits,
  receive: receiveRemovebgCall,
  checkPart: checkRoi,
  respond,
};

/** @throws Refused for a box that reaches beyond the picture, and for one that covers too little of it */
function checkRoi({ roi }: Task, header: Header): void {
  if (!roi) return;
  const picture = uprightSize(header);
  const isBeyond = ({ value, unit }: Length, side: number) => unit === 'px' && value > side;
  const { left, top, right, bottom } = roi;
  const across = [left, right].some((length) => isBeyond(length, picture.widthPx));
  const down = [top, bottom].some((length) => isBeyond(length, picture.heightPx));
  if (across || down) throw roiBeyond();
  if (!boxOf(roi, picture)) throw refusedWith('roi_region_empty', refusalOf(roi, picture));
}

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
