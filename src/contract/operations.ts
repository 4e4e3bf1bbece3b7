/** The list of all operations. What is not in it is not served; what is missing elsewhere does not compile. */
import type { PictureOperation, TaskOption } from './operation.ts';
import { carCutout, carCutoutBase64 } from './operations/car-cutout.ts';
import { carLayersBase64 } from './operations/car-layers.ts';
import { credit } from './operations/credit.ts';
import { cutout, cutoutBase64 } from './operations/cutout.ts';
import { matte, matteBase64 } from './operations/matte.ts';

const list = [
  // In the order of the contract.
  cutout,
  cutoutBase64,
  matte,
  matteBase64,
  carCutout,
  carCutoutBase64,
  carLayersBase64,
] as const;

/** What a caller wants of a picture; the same words in both lanes. */
export type Task = ReturnType<(typeof list)[number]['read']>;
export type TaskKind = Task['kind'];

/** Last path segments; restricted keys name operations by them. */
export type OperationName = (typeof list)[number]['name'];

/** An operation that works on a picture. */
export type ProcessingOperation = PictureOperation<Task, OperationName>;

/** The operations that work on a picture, and cost a credit. */
export const processingOperations: readonly ProcessingOperation[] = list;

/** All operations: the balance is the free one. */
export const operations = [...processingOperations, credit] as const;
export type Operation = (typeof operations)[number];

export const operationNames: readonly OperationName[] = list.map(({ name }) => name);

/** What admits a call that costs a credit: an operation, or the remove.bg compatibility API. */
export type ScopeName = OperationName | 'removebg';

/** What restricted keys may name. */
export const scopeNames: readonly ScopeName[] = [...operationNames, 'removebg'];

/** Parts and members that are options of some operation; others are ignored. */
export const optionNames: ReadonlySet<string> = new Set(list.flatMap(({ options }) => Object.keys(options)));

/** How each option of a task is written and read. */
type Options = Readonly<Record<string, TaskOption>>;

/** All options of each kind of task: tasks are written and read by this list. */
export const taskOptions = optionsByKind();

function optionsByKind(): Readonly<Record<TaskKind, Options>> {
  const options: Partial<Record<TaskKind, Options>> = {};
  for (const operation of list) options[operation.result] = operation.taskOptions;
  // The kinds are those of this very list, so none is missing.
  return options as Record<TaskKind, Options>;
}

/** The operation of that name. */
export function operationNamed(name: OperationName): ProcessingOperation {
  const found = processingOperations.find((candidate) => candidate.name === name);
  if (!found) throw new Error(`No operation is named ${name}`);
  return found;
}
