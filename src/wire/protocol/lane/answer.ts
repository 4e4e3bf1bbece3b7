/** The image lane's answer to a picture: facts as headers, its one or two files as body. */
import { largePieces } from '../../../pixels/bounds/large-pieces.ts';
import { NetworkFault } from '../../../pixels/pipeline/networks/networks.ts';
import { splitPngs } from '../../../pixels/pipeline/png/split.ts';
import type { Result } from '../../../pixels/pipeline/work.ts';
import type { ReadHeader } from '../call-headers.ts';
import { faultCodeName, faultOfName, readLaneFault } from './fault.ts';
import { type Fields, flag, namesOf, number, numbers, readFields, text, writeFields } from './fields.ts';

/** What either lane makes of a picture. */
export interface LaneResult extends Result {
  /** Upright sides of the result. */
  readonly widthPx: number;
  readonly heightPx: number;
}

export interface LaneAnswer extends LaneResult {
  /** Whether a picture was laid under it. */
  readonly onBackground: boolean;
  /** Whether the lane knows points. */
  readonly takesPoints: boolean;
  /** How long the steps took in the lane. */
  readonly decodeMs: number;
  readonly inferenceMs: number;
}

/** All of an answer but its pictures. */
interface Facts extends Omit<LaneAnswer, 'encoded' | 'shadowPng'> {
  /** A second picture follows the first. */
  readonly hasShadow: boolean;
}

const fields: Fields<Facts> = {
  widthPx: number('X-Width-Px', 1),
  heightPx: number('X-Height-Px', 1),
  subjectFound: flag('X-Subject-Found', true),
  // Nor does a lane of an older version know what the subject is.
  isVehicle: flag('X-Vehicle', false),
  // Nor does it know `holes`, which it then passed over.
  isCutByColour: flag('X-Cut-By-Colour', false),
  refined: flag('X-Refined', true),
  // A lane of an older version does not measure it.
  uncertainty: number('X-Matte-Uncertainty', 0, 0),
  // Nor does it say where.
  lookFirst: numbers('X-Look-First', 'leftPx', 'topPx', 'widthPx', 'heightPx'),
  // Nor does it say what it is.
  model: text('X-Model', ''),
  imageType: numbers('X-Image-Type', 'photo', 'graphic'),
  view: numbers('X-View', 'azimuth', 'elevation'),
  output: numbers('X-Output', 'widthPx', 'heightPx', 'boxLeftPx', 'boxTopPx', 'boxWidthPx', 'boxHeightPx'),
  subject: numbers('X-Subject', 'leftPx', 'topPx', 'widthPx', 'heightPx'),
  hasShadow: flag('X-Shadow-Follows', false),
  // Nor does it know backgrounds.
  onBackground: flag('X-On-Background', false),
  // Nor points.
  takesPoints: flag('X-Takes-Points', false),
  decodeMs: number('X-Decode-Ms', 0),
  inferenceMs: number('X-Inference-Ms', 0),
};

/** The headers that an answer or a fault may have; a proxy passes these on. */
export const laneAnswerNames: readonly string[] = [
  ...['Content-Type', 'Retry-After', faultOfName, faultCodeName],
  ...namesOf(fields),
];

/** Writes an answer. Its body is made as it is read. */
export function writeLaneAnswer(answer: LaneAnswer): {
  readonly status: 200;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: AsyncIterable<Uint8Array>;
} {
  const facts = writeFields(fields, { ...answer, hasShadow: answer.shadowPng !== null });
  return { status: 200, headers: { 'Content-Type': 'application/octet-stream', ...facts }, body: files(answer) };
}

/**
 * Reads an answer. Its pictures are to be read one after the other.
 * @throws ImageFault, NetworkFault where it is a fault or says too little; its streams throw NetworkFault where they
 * break off
 */
export async function readLaneAnswer(response: Response): Promise<LaneAnswer> {
  if (response.status !== 200 || !response.body) throw await readLaneFault(response);
  const header: ReadHeader = (name) => response.headers.get(name);
  const read = readFields(fields, header);
  if (!read) throw new NetworkFault('failed', 'The image lane did not state what its picture is');
  const { hasShadow, ...facts } = read;
  const body = withLaneFault(response.body);
  if (!hasShadow) return { ...facts, encoded: body, shadowPng: null };
  const [encoded, shadowPng] = splitPngs(body);
  return { ...facts, encoded, shadowPng };
}

/** One file, or two that follow each other. */
async function* files({ encoded, shadowPng }: LaneAnswer): AsyncGenerator<Uint8Array> {
  yield* encoded;
  if (shadowPng) yield* shadowPng;
}

/** The same bytes. Where they break off it was the lane that ended, and another call may find it back. */
function withLaneFault(body: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
  const reader = body.getReader({ mode: 'byob' });
  const pieces = largePieces(reader);
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { value, done } = await pieces.next().catch((cause) => {
          throw new NetworkFault('unavailable', 'The answer of the image lane broke off', { cause });
        });
        if (done) controller.close();
        else controller.enqueue(value);
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  );
}
