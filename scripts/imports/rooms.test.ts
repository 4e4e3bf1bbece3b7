/** What order within a folder refuses, and what it lets be. */
import { expect, test } from 'vitest';
import { orders } from './order.ts';
import { type Orders, roomProblems } from './rooms.ts';

/** Two floors, and a file beside them that has no place. */
const files = {
  'house/cellar/wine.ts': [],
  'house/attic/roof.ts': ['house/cellar/wine.ts', 'house/door.ts'],
  'house/door.ts': ['house/cellar/wine.ts'],
};
const floors: Orders = { house: ['cellar', 'attic'] };

function problemsOf(more: Record<string, readonly string[]> = {}, given: Orders = floors): readonly string[] {
  return roomProblems(new Map(Object.entries<readonly string[]>({ ...files, ...more })), given);
}

test('imports downwards are right', () => {
  expect(problemsOf()).toEqual([]);
});

test('an import upwards is refused, also of a file that lies deeper', () => {
  const upward = { 'house/cellar/shelf/old/bottle.tsx': ['house/attic/roof.ts'] };
  expect(problemsOf(upward)).toEqual([
    'src/house/cellar/shelf/old/bottle.tsx: house/cellar may not import from house/attic',
  ]);
});

test('an import upwards between files beside folders is refused where they have a place', () => {
  const order = { house: ['cellar', 'door', 'attic'] };
  expect(problemsOf({}, order)).toEqual([]);
  expect(problemsOf({ 'house/door.ts': ['house/attic/roof.ts'], 'house/attic/roof.ts': [] }, order)).toEqual([
    'src/house/door.ts: house/door may not import from house/attic',
  ]);
});

test('a folder within a folder has an order of its own', () => {
  const inner = {
    'house/cellar/left/a.ts': ['house/cellar/right/b.ts'],
    'house/cellar/right/b.ts': [],
  };
  expect(problemsOf(inner, { ...floors, 'house/cellar': ['right', 'left'] })).toEqual([]);
  expect(problemsOf(inner, { ...floors, 'house/cellar': ['left', 'right'] })).toEqual([
    'src/house/cellar/left/a.ts: house/cellar/left may not import from house/cellar/right',
  ]);
});

test('a circle of a folder and a file that has no place is refused', () => {
  expect(problemsOf({ 'house/cellar/wine.ts': ['house/door.ts'] })).toEqual([
    'a circle in src/house: cellar → door → cellar',
  ]);
});

test('so is one between different files of two folders, where one of them stands alone', () => {
  const lone = {
    'shed/tools/saw.ts': ['shed/hooks.ts'],
    'shed/tools/axe.ts': [],
    'shed/hooks.ts': ['shed/tools/axe.ts'],
  };
  expect(problemsOf(lone)).toEqual(['a circle in src/shed: tools → hooks → tools']);
});

test('every folder has a place where there are two', () => {
  expect(problemsOf({}, {})).toEqual(['the order of src/house has no cellar', 'the order of src/house has no attic']);
  expect(problemsOf({ 'house/hall/rug.ts': [] })).toEqual(['the order of src/house has no hall']);
});

test('all files beside the folders have one where one has', () => {
  expect(problemsOf({ 'house/bell.ts': [] }, { house: ['cellar', 'door', 'attic'] })).toEqual([
    'the order of src/house has no bell',
  ]);
});

test('what has a place is there', () => {
  expect(problemsOf({}, { house: ['cellar', 'stairs', 'door', 'attic'], barn: ['hay'] })).toEqual([
    'the order of src/barn is declared, and there is no such folder',
    'the order of src/house has stairs, which is not there',
  ]);
});

test('what is for tests imports everything, and only tests import it', () => {
  const testing = { 'house/cellar/testing/rats.ts': ['house/attic/roof.ts', 'house/testing/people.ts'] };
  expect(problemsOf(testing)).toEqual([]);
  expect(problemsOf({ ...testing, 'house/attic/roof.ts': ['house/cellar/testing/rats.ts'] })).toEqual([
    'src/house/attic/roof.ts: only tests may import from src/house/cellar/testing/rats.ts',
  ]);
});

test.each(Object.entries(orders))('within src/%s the lowest may import nothing of the highest', (room, order) => {
  const inside = (name: string) => `${room}/${name}/part.ts`;
  const [lowest, highest] = [order[0], order[order.length - 1]];
  const tree = new Map(order.map((name) => [inside(name), name === lowest ? [inside(highest)] : []]));
  expect(roomProblems(tree, { [room]: order })).toEqual([
    `src/${inside(lowest)}: ${room}/${lowest} may not import from ${room}/${highest}`,
  ]);
});

test('no order has a name twice', () => {
  for (const [room, order] of Object.entries(orders)) expect(new Set(order).size, room).toBe(order.length);
});
