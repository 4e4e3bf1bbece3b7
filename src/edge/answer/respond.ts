/** Answers of 200 as operations declare them: headers, and a streamed body, the picture's bytes or Base64 JSON. */
import { Buffer } from 'node:buffer';
import {
  type AnswerHeaders,
  type JsonAnswer,
  type Members,
  type Outcome,
  pictureHeaders,
} from '../../contract/answers.ts';
import type { AnyTask, PictureOperation } from '../../contract/operation.ts';
import { streamOf } from '../../pixels/pipeline/rows/piece-stream.ts';

export interface Answer {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: ReadableStream<Uint8Array>;
}

/** A picture's file as a stream, and the name of its member. */
type NamedFile = readonly [name: string, file: ReadableStream<Uint8Array>];

/** The answer of an operation to a finished task. */
export function respond<Task extends AnyTask>(
  { encoding, answer }: PictureOperation<Task>,
  task: Task,
  outcome: Outcome,
): Answer {
  const common = made(pictureHeaders, outcome, task);
  switch (encoding) {
    case 'multipart':
      return {
        headers: {
          'Content-Type': answer.types?.of(task) ?? 'image/png',
          ...made(answer.headers, outcome, task),
          ...common,
        },
        body: outcome.encoded,
      };
    case 'json':
      return {
        headers: { 'Content-Type': 'application/json', ...made(answer.headers ?? {}, outcome, task), ...common },
        body: streamOf(base64Json(filesOf(answer, outcome), membersOf(answer.members, outcome, task))),
      };
  }
}

function made<Task>(headers: AnswerHeaders<Task>, outcome: Outcome, task: Task): Record<string, string> {
  const values: Record<string, string> = {};
  for (const [name, header] of Object.entries(headers)) {
    const value = header.of(outcome, task);
    if (value !== undefined) values[name] = value;
  }
  return values;
}

function filesOf<Task>({ files }: JsonAnswer<Task>, outcome: Outcome): readonly NamedFile[] {
  return Object.entries(files).flatMap(([name, member]): NamedFile[] => {
    const file = member.of(outcome);
    return file ? [[name, file]] : [];
  });
}

/** Members of a JSON answer by name; JSON omits those that are undefined. */
export function membersOf<Source, Task>(
  members: Members<Source, Task>,
  source: Source,
  task: Task,
): Record<string, unknown> {
  return Object.fromEntries(Object.entries(members).map(([name, member]) => [name, member.of(source, task)]));
}

/** A JSON object: each named picture as Base64, one after the other; `members` follow them. */
export async function* base64Json(
  files: readonly NamedFile[],
  members: Readonly<Record<string, unknown>>,
): AsyncGenerator<Uint8Array, void, void> {
  let before = '{';
  for (const [name, file] of files) {
    yield text(`${before}"${name}":"`);
    yield* base64(file);
    before = '",';
  }
  const more = JSON.stringify(members).slice(1);
  yield text(more === '}' ? '"}' : `",${more}`);
}

async function* base64(file: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  /** Up to two bytes that do not fill a group of three yet. */
  let rest = Buffer.alloc(0);
  for await (const piece of file) {
    const bytes =
      rest.length > 0 ? Buffer.concat([rest, piece]) : Buffer.from(piece.buffer, piece.byteOffset, piece.length);
    const whole = bytes.length - (bytes.length % 3);
    rest = Buffer.from(bytes.subarray(whole));
    yield text(bytes.toString('base64', 0, whole));
  }
  yield text(rest.toString('base64'));
}

/** Latin-1 is the cheapest way from Base64 text to its bytes. */
function text(ascii: string): Uint8Array {
  return Buffer.from(ascii, 'latin1');
}
