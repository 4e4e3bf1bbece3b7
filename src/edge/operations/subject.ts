/** Operations 1 to 4: the cutout and the matte, as PNG or as Base64 JSON. */
import type { BodyEncoding } from '../../contract/operations.ts';
import { prepare } from '../../pipeline/prep.ts';
import type { SubjectTask } from '../../pipeline/task.ts';
import type { Exchange } from '../exchange.ts';
import type { LaneResult } from '../lanes/lane.ts';
import { type Answer, pictureMembers, respondJson, respondPng } from '../respond.ts';

/** Answers with the picture, and with what kind of picture it is where that was asked for and is known. */
export function respondSubject(
  { settings }: Exchange,
  encoding: BodyEncoding,
  task: SubjectTask,
  result: LaneResult,
): Answer {
  const prepared = prepare(result.widthPx, result.heightPx, settings.limits);
  const { png, imageType } = result;
  if (encoding === 'multipart') {
    return respondPng(
      result,
      prepared,
      imageType
        ? { 'X-Image-Type-Photo': imageType.photo.toFixed(4), 'X-Image-Type-Graphic': imageType.graphic.toFixed(4) }
        : {},
    );
  }
  const name = task.kind === 'cutout' ? 'img_without_background_base64' : 'alpha_base64';
  const members = { ...pictureMembers(prepared), ...(task.imageType ? { image_type: imageType } : {}) };
  return respondJson([[name, png]], members, result);
}
