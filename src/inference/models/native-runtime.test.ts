/** Nothing of the library but its work: no file of its own, and nobody loads it in another way. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { gitLines } from '../../../scripts/repository/git.ts';
import { inProject, projectRoot } from '../../local/root.ts';

/** Makes a session, and gives the library time to write what it writes by itself. */
const program = `
  const { loadNativeRuntime } = await import(process.argv[1]);
  const { lumaModel } = await import(process.argv[2]);
  const { InferenceSession } = await loadNativeRuntime();
  const session = await InferenceSession.create(lumaModel());
  await session.release();
`;

test('a session leaves no file in an empty HOME', () => {
  const home = mkdtempSync(path.join(tmpdir(), 'edgematte-home-'));
  try {
    const files = ['src/inference/models/native-runtime.ts', 'testing/models/tiny.ts'].map((file) => inProject(file));
    const words = ['--import', 'tsx', '--input-type=module', '--eval', program, ...files];
    execFileSync(process.execPath, words, { cwd: projectRoot, env: { PATH: process.env.PATH, HOME: home } });
    expect(readdirSync(home, { recursive: true })).toEqual([]);
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
});

test('no other file loads the library', () => {
  const sources = gitLines(projectRoot, 'ls-files', '*.ts', '*.tsx', '*.mjs');
  const loading = /^import (?!type )[^;]*'onnxruntime-node';|import\('onnxruntime-node'\)(?!\))/m;
  const found = sources.filter((file) => loading.test(readFileSync(inProject(file), 'utf8')));
  expect(found).toEqual(['src/inference/models/native-runtime.ts']);
});

test('nor does any program in Python load it but by the file that ends the telemetry', () => {
  const sources = gitLines(projectRoot, 'ls-files', '*.py');
  const found = sources.filter((file) =>
    /^\s*(import|from) onnxruntime\b/m.test(readFileSync(inProject(file), 'utf8')),
  );
  const own = 'lab/training/native_runtime.py';
  expect(found).toEqual([own]);
  const lines = readFileSync(inProject(own), 'utf8').split('\n');
  const at = (start: string) => lines.findIndex((line) => line.startsWith(start));
  expect(at('os.environ["ORT_DISABLE_TELEMETRY"] = "1"')).toBeGreaterThan(0);
  expect(at('import onnxruntime')).toBeGreaterThan(at('os.environ'));
});
