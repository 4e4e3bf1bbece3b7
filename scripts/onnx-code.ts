/**
 * `npm run onnx-code`: makes `src/inference/models/onnx/onnx.generated.js` and its types of `onnx.proto` beside them, by protobuf.js. Its
 * generator is fetched for this alone. `proto.test.ts` checks the result.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { inProject } from '../src/local/root.ts';

/** That of the version of protobuf.js in package.json. */
const generator = 'protobufjs-cli@1.3.3';
const header = '/** Made by `npm run onnx-code` of onnx.proto: not to be edited. */\n';
const proto = inProject('src/inference/models/onnx/onnx.proto');

/** Files are read and written; nothing checks messages, and nothing makes JSON of them. */
const shape = ['--no-verify', '--no-convert', '--no-delimited', '--no-typeurl'];
const target = ['-t', 'static-module', '-w', 'es6', '--dependency', 'protobufjs/minimal.js', ...shape];

const folder = mkdtempSync(path.join(tmpdir(), 'edgematte-onnx-code-'));
try {
  // Types are made of the comments of the code.
  run('pbjs', ...target, '-o', path.join(folder, 'commented.js'), proto);
  run('pbts', '--no-comments', '-o', path.join(folder, 'types.d.ts'), path.join(folder, 'commented.js'));
  run('pbjs', ...target, '--no-comments', '-o', path.join(folder, 'plain.js'), proto);
  // It is CommonJS, of which Node sees the default export alone.
  const ownImport = ['import * as $protobuf from', 'import $protobuf from'] as const;
  write('onnx.generated.js', 'plain.js', ownImport, ['export { $root as default };\n', '']);
  // What fields of 64 bits are read as, by a name that asks for no further package.
  const long = "type Long = ReturnType<$protobuf.Reader['int64']>;";
  write('onnx.generated.d.ts', 'types.d.ts', ['import Long = require("long");', long]);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function run(program: 'pbjs' | 'pbts', ...args: string[]): void {
  execFileSync('npx', ['--yes', '--package', generator, program, ...args], { cwd: folder, stdio: 'inherit' });
}

/** @param changes texts that have to be there, and their replacements */
function write(name: string, made: string, ...changes: readonly (readonly [from: string, to: string])[]): void {
  let text = readFileSync(path.join(folder, made), 'utf8');
  for (const [from, to] of changes) {
    if (!text.includes(from)) throw new Error(`What ${generator} makes has another form: there is no ${from}`);
    text = text.replace(from, to);
  }
  writeFileSync(inProject('src/inference/models/onnx', name), header + text);
}
