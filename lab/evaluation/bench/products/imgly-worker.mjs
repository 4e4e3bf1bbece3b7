/** `@imgly/background-removal-node`: reads a photo's path a line, answers with its time as JSON a line. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { createInterface } from 'node:readline';

// Run in the folder where the package is installed, which is not that of this file.
const require = createRequire(path.join(process.cwd(), 'here.js'));
const { removeBackground } = require('@imgly/background-removal-node');

for await (const line of createInterface({ input: process.stdin })) {
  const photo = new Blob([readFileSync(line.trim())], { type: 'image/jpeg' });
  const [startedAt, before] = [performance.now(), process.cpuUsage()];
  const cutout = await removeBackground(photo, { model: 'medium', output: { format: 'image/png' } });
  const { byteLength } = await cutout.arrayBuffer();
  const { user, system } = process.cpuUsage(before);
  const taken = { ms: performance.now() - startedAt, cpuSeconds: (user + system) / 1e6, bytes: byteLength };
  process.stdout.write(`${JSON.stringify(taken)}\n`);
}
