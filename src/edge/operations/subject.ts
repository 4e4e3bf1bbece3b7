/** Operations 1 to 4: the cutout and the matte, as PNG or as Base64 JSON. */
import type { ProcessingOperation } from '../../contract/operations.ts';
import { prepare } from '../../pipeline/prep.ts';
import type { Exchange } from '../exchange.ts';
import type { LaneResult } from '../lanes/lane.ts';
import type { Received } from '../receive/received.ts';
import { respondJson, respondPng } from '../respond.ts';

/** Answers with the picture. `image_type` is null until a classifier exists. */
export function respondSubject(
  { settings }: Exchange,
  { encoding, result: kind }: ProcessingOperation,
  { includeImageType }: Received,
  result: LaneResult,
): Response {
  const prepared = prepare(result.widthPx, result.heightPx, settings.limits);
  if (encoding === 'multipart') return respondPng(result, prepared);
  return respondJson(kind === 'cutout' ? 'img_without_background_base64' : 'alpha_base64', result, {
    input_dimensions: prepared.inputPx,
    processed_dimensions: prepared.processedPx,
    was_downscaled: prepared.wasDownscaled,
    ...(includeImageType ? { image_type: null } : {}),
  });
}
