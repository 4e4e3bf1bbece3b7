/**
 * What an operation is: one value that holds all that the contract says of it. Routes, the scope names of restricted
 * keys, the reading of requests, the answers of 200 and the reference are made from it (docs/extending.md).
 *
 * A spec, a file of `operations/`, has one value for each of its encodings. What the encodings share is written once.
 */
import { type FileAnswer, type JsonAnswer, reviewMembers } from './answers.ts';
import type { BodyEncoding } from './encoding.ts';
import { type OptionTable, readOptions, type ValuesOf } from './options.ts';

/** What a request asks of the pipeline. Each spec has its own task; `operations.ts` has them all. */
export interface AnyTask {
  readonly kind: string;
}

/** How an option of a task is written for the image lane, and read there. */
export interface TaskOption<Value = unknown> {
  write(value: Value): string;
  /** @param text null where nothing is said */
  read(text: string | null): Value;
}

export type TaskOptions<Task extends AnyTask> = {
  readonly [Option in Exclude<keyof Task, 'kind'>]-?: TaskOption<Task[Option]>;
};

/** An option of a task that is one of some values; the first where nothing is said, or another. */
function oneOf<Value>(...values: readonly [Value, ...Value[]]): TaskOption<Value> {
  return { write: String, read: (text) => values.find((value) => String(value) === text) ?? values[0] };
}

/** An option of a task that is on or off. */
export const offOrOn = oneOf(false, true);

/** An option of a task that may be absent, as JSON: both ends are of this service. */
export function asJson<Value>(): TaskOption<Value | undefined> {
  return {
    write: (value) => JSON.stringify(value),
    read: (text) => (text === null ? undefined : (JSON.parse(text) as Value)),
  };
}

export type TagName = 'Cutouts' | 'Mattes' | 'Cars' | 'Account';

/** What the encodings of one operation share. */
export interface OperationSpec<Table extends OptionTable, Task extends AnyTask> {
  readonly result: Task['kind'];
  readonly taskOptions: TaskOptions<Task>;
  readonly tag: TagName;
  /** Schemas of its requests are called by it: `CutoutUpload`, `CutoutRequest`. */
  readonly requestName: string;
  /** The photo that the code samples of the reference send. */
  readonly photo: string;
  readonly options: Table;
  /**
   * The task that the options make.
   * @throws Refused 422 where options contradict each other
   */
  task(values: ValuesOf<Table>): Task;
  /** Requests that are refused although each option is right by itself, for the reference. */
  readonly contradictions?: readonly { readonly when: string; readonly given: Readonly<Record<string, string>> }[];
  /** Pictures that are refused although they can be read, for the reference. */
  readonly unfitPictures?: readonly { readonly when: string; readonly message: string }[];
}

interface Named<Name extends string> {
  /** Last segment of the path; restricted keys name the operation by it. */
  readonly name: Name;
  readonly summary: string;
  /** What it does, in paragraphs. */
  readonly description: readonly string[];
}

interface Processing<Task extends AnyTask, Name extends string>
  extends Named<Name>,
    Omit<OperationSpec<OptionTable, Task>, 'task'> {
  readonly method: 'POST';
  readonly path: `/v1.0/${Name}`;
  /**
   * The task of a request.
   * @param given its options by name: texts of a form, or values of a JSON body
   * @throws Refused 422
   */
  read(given: ReadonlyMap<string, unknown>): Task;
}

/** An image as a form's file in, the picture itself out. */
export interface MultipartOperation<Task extends AnyTask = AnyTask, Name extends string = string>
  extends Processing<Task, Name> {
  readonly encoding: Extract<BodyEncoding, 'multipart'>;
  readonly answer: FileAnswer<Task>;
}

/** An image as Base64 in JSON in, JSON out. */
export interface JsonOperation<Task extends AnyTask = AnyTask, Name extends string = string>
  extends Processing<Task, Name> {
  readonly encoding: Extract<BodyEncoding, 'json'>;
  readonly answer: JsonAnswer<Task>;
}

/** An operation that works on a picture and costs a credit. */
export type PictureOperation<Task extends AnyTask = AnyTask, Name extends string = string> =
  | MultipartOperation<Task, Name>
  | JsonOperation<Task, Name>;

const charged = 'Costs 1 credit when it answers 200, nothing otherwise.';
const jsonRules = 'Oversize and unsupported images answer 422 here, never 413 or 415. Unknown members are ignored.';

type Words<Name extends string, Answer> = Named<Name> & { readonly answer: Answer };

/** The multipart encoding of a spec. */
export function multipart<Table extends OptionTable, Task extends AnyTask, const Name extends string>(
  spec: OperationSpec<Table, Task>,
  words: Words<Name, FileAnswer<NoInfer<Task>>>,
): MultipartOperation<Task, Name> {
  const description = [...words.description, charged];
  return { ...processing(spec, words.name), ...words, description, encoding: 'multipart' };
}

/** The Base64 encoding of a spec. Its answer also says how sure it is. */
export function base64<Table extends OptionTable, Task extends AnyTask, const Name extends string>(
  spec: OperationSpec<Table, Task>,
  words: Words<Name, JsonAnswer<NoInfer<Task>>>,
): JsonOperation<Task, Name> {
  const description = [...words.description, jsonRules, charged];
  const answer = { ...words.answer, members: { ...words.answer.members, ...reviewMembers } };
  return { ...processing(spec, words.name), ...words, description, answer, encoding: 'json' };
}

function processing<Table extends OptionTable, Task extends AnyTask, Name extends string>(
  { task, ...shared }: OperationSpec<Table, Task>,
  name: Name,
) {
  return {
    ...shared,
    method: 'POST',
    path: `/v1.0/${name}`,
    read: (given: ReadonlyMap<string, unknown>) => task(readOptions(shared.options, given)),
  } as const;
}
