import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { projectFolder } from './project-folder.ts';

let root: string;
beforeEach(() => {
  root = realpathSync(mkdtempSync(path.join(tmpdir(), 'edgematte-project-')));
  mkdirSync(path.join(root, 'dist/inference'), { recursive: true });
});
afterEach(() => rmSync(root, { recursive: true }));

const describeAs = (folder: string, name: string) =>
  writeFileSync(path.join(root, folder, 'package.json'), JSON.stringify({ name }));
const found = () => projectFolder(pathToFileURL(path.join(root, 'dist/inference/main.js')).href);

test('the nearest folder with a description of the project is taken', () => {
  describeAs('', 'edgematte');
  expect(found()).toBe(root);
  describeAs('dist/inference', 'edgematte');
  expect(found()).toBe(path.join(root, 'dist/inference'));
});

test('descriptions of other packages on the way are passed', () => {
  describeAs('dist', 'another');
  describeAs('', 'edgematte');
  expect(found()).toBe(root);
});

test('without any it is the folder of the module', () => {
  expect(found()).toBe(path.join(root, 'dist/inference'));
});
