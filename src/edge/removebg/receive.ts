/** The body of a call at the door: a form of either kind, or JSON. */

import { atDoor } from '../../contract/limits.ts';
import { invalid } from '../../contract/refusals.ts';
import { fieldNames, imageFields, imageSources, readFields, type Wanted } from '../../contract/removebg/fields.ts';
import type { Exchange } from '../exchange.ts';
import type { BodyReader } from '../receive/body.ts';
import { receiveJson } from '../receive/json.ts';
import { receiveMultipart } from '../receive/multipart.ts';
import { announcedLength, checkCodings } from '../receive/receive.ts';
import type { Received } from '../receive/received.ts';
import type { BodyTerms } from '../receive/terms.ts';
import { receiveUrlencoded } from '../receive/urlencoded.ts';

/** A call, and how its answer is told. */
export interface DoorCall extends Received {
  readonly wanted: Wanted;
}

const terms: BodyTerms<Wanted> = {
  files: new Set([imageFields.file]),
  base64: new Set([imageFields.base64]),
  url: imageFields.url,
  options: fieldNames,
  fileOptions: new Set([imageFields.ground]),
  missing(given) {
    // A field that is refused says more.
    readFields(given);
    return invalid(['body', imageFields.file], `No image was given. Send ${imageSources}`);
  },
  moreThanOne: invalid(['body', imageFields.file], `Send one image: ${imageSources}`),
  read: readFields,
};

/** Reads a call by its `Content-Type`. @throws Refused 400, 408, 413, 422 in our own words */
export async function receiveDoorCall({ request, settings }: Exchange, body: BodyReader): Promise<DoorCall> {
  checkCodings(request);
  const type = request.headers.get('Content-Type');
  const length = announcedLength(request);
  const limits = atDoor(settings.limits);
  const reading = /^application\/x-www-form-urlencoded\s*(;|$)/i.test(type ?? '')
    ? receiveUrlencoded(terms, length, body, limits)
    : /json\s*(;|$)/i.test(type ?? '')
      ? receiveJson(terms, type, length, body, limits)
      : receiveMultipart(terms, type, length, body, limits);
  const { source, wanted } = await reading;
  return { source, task: wanted.task, isPreview: wanted.isPreview, wanted };
}
