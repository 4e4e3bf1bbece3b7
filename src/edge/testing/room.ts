/** Room without end, for tests of what is read into it. */
import type { Limits } from '../../contract/limits.ts';
import { Transfer } from '../../pixels/bounds/transfer.ts';
import { BodyReader } from '../receive/body.ts';
import type { FileRoom } from '../receive/growing-file.ts';

export const endless: FileRoom = { take() {}, giveBack() {}, keep() {} };

/** The body of a request, which nobody else needs room for. */
export function bodyWithRoom(request: Request, limits: Limits): BodyReader {
  const body = new BodyReader(request, limits);
  body.readInto({ ...endless, transfer: new Transfer(), lost: new Promise(() => {}), check() {} });
  return body;
}
