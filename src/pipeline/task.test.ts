import { expect, test } from 'vitest';
import { readTask, type Task, taskPath } from './task.ts';

const tasks: readonly Task[] = [
  { kind: 'cutout', imageType: true, cleanEdges: true },
  { kind: 'matte', imageType: false, cleanEdges: false },
  { kind: 'car-cutout', windows: true, shadow: false },
  { kind: 'car-layers', windows: false, shadow: true },
];

test.each(tasks)('%j survives its way as a path', (task) => {
  const { pathname, searchParams } = new URL(taskPath(task), 'http://lane/lane/v1/');
  expect(readTask(pathname.split('/').at(-1), searchParams)).toEqual(task);
});

test.each(['', 'ready', 'cutouts', undefined])('%s is no task', (kind) => {
  expect(readTask(kind, new URLSearchParams())).toBeNull();
});
