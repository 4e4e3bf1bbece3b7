/** Reads the header of a call's file, and checks what it alone decides. */
import type { Task } from '../../contract/operations.ts';
import { wrongValue } from '../../contract/options.ts';
import { checkOutput, outputOf } from '../../pixels/pipeline/output/framing.ts';
import { boxOf, refusalOf } from '../../pixels/pipeline/part/asked.ts';
import { ImageFault } from '../../pixels/pipeline/picture/fault.ts';
import { type Header, uprightSize } from '../../pixels/pipeline/picture/header.ts';
import { checkSize } from '../../pixels/pipeline/picture/size.ts';
import { pixelsOf } from '../../pixels/pipeline/points/pixels.ts';
import { probeInTurns } from '../../pixels/pipeline/probe/probe.ts';
import type { Exchange } from '../exchange.ts';

/** Reads the header of a file within the limits of pictures, while others have their turns. @throws ImageFault */
export async function identifyFile(file: Uint8Array, exchange: Exchange): Promise<Header> {
  const { settings } = exchange;
  const header = await probeInTurns(file);
  exchange.pixels = header.widthPx * header.heightPx;
  if (header.format === 'heic' && !settings.heic) throw new ImageFault('unsupported', 'HEIC is switched off');
  checkSize(header, file.length, settings.limits);
  return header;
}

/** The same, and checks it against the output that is asked for. @throws ImageFault */
export async function identify(file: Uint8Array, task: Task, exchange: Exchange): Promise<Header> {
  const header = await identifyFile(file, exchange);
  checkOutput(outputOf(task), header, exchange.settings.limits);
  return header;
}

/** Refuses a box that covers too little of the picture, and points that are not in it. @throws Refused 422, PointFault */
export function checkPart(task: Task, header: Header): void {
  const { roi } = task;
  const picture = uprightSize(header);
  const box = roi ? boxOf(roi, picture) : null;
  if (roi && !box) throw wrongValue('roi', refusalOf(roi, picture), 'value_error');
  if ('points' in task && task.points) pixelsOf(task.points, picture, box);
}
