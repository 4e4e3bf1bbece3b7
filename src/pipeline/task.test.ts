import { expect, test } from 'vitest';
import { processingOperations } from '../contract/operations.ts';
import { readTask, type Task, taskPath } from './task.ts';

const tasks: readonly Task[] = [
  { kind: 'cutout', imageType: true, cleanEdges: true },
  { kind: 'matte', imageType: false },
  { kind: 'car-cutout', windows: true, shadow: false },
  { kind: 'car-layers', windows: false, shadow: true },
];

function sentAndRead(task: Task): Task | null {
  const { pathname, searchParams } = new URL(taskPath(task), 'http://lane/lane/v1/');
  return readTask(pathname.split('/').at(-1), searchParams);
}

test.each(tasks)('%j survives its way as a path', (task) => {
  expect(sentAndRead(task)).toEqual(task);
});

test.each(processingOperations)('so does the task of $name', ({ read }) => {
  const task = read(new Map());
  expect(sentAndRead(task)).toEqual(task);
});

test('an option that is missing or unknown is off', () => {
  const off = { kind: 'car-layers', windows: false, shadow: false };
  expect(readTask('car-layers', new URLSearchParams())).toEqual(off);
  expect(readTask('car-layers', new URLSearchParams('windows=yes&more=true'))).toEqual(off);
});

test.each(['', 'ready', 'cutouts', 'constructor', undefined])('%s is no task', (kind) => {
  expect(readTask(kind, new URLSearchParams())).toBeNull();
});
