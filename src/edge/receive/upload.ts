/** The body of a call, read once there is room for it. */
import type { Limits } from '../../contract/limits.ts';
import type { RequestMemory } from '../../pixels/bounds/memory.ts';
import { refusedCallers } from '../admit/refused-callers.ts';
import type { Exchange } from '../exchange.ts';
import { beginBody, noRoom, paceOf } from '../lanes/room.ts';
import type { BodyReader } from './body.ts';
import { BodyRoom } from './body-room.ts';
import { announcedLength } from './receive.ts';

/** What reads a body, within its limits. */
interface Receiver<Call> {
  limitsOf(limits: Limits): Limits;
  receive(exchange: Exchange, body: BodyReader): Promise<Call>;
}

/** Reads the upload of a call, unless it would be refused for want of room anyway. @throws Refused */
export async function receiveUpload<Call>(
  exchange: Exchange,
  receiver: Receiver<Call>,
  body: BodyReader,
  memory: RequestMemory,
): Promise<Call> {
  const { request, settings, caller } = exchange;
  const secondsLeft = refusedCallers.secondsLeft(caller ?? '');
  if (secondsLeft > 0 && memory.isCrowded(paceOf(exchange))) throw noRoom(secondsLeft, 'Called before Retry-After');
  const { maxImageBytes } = receiver.limitsOf(settings.limits);
  const room = new BodyRoom(memory, Math.min(announcedLength(request) ?? maxImageBytes, maxImageBytes));
  await beginBody(exchange, memory, room);
  body.readInto(room);
  const call = await exchange.timings.during('receive', () => receiver.receive(exchange, body));
  room.end();
  return call;
}
