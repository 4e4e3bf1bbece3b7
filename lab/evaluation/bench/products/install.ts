/** Installs the products that the service is measured against into a folder of their own; nothing of them comes into the project. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { readManifest } from '../../../../src/inference/models/manifest.ts';
import { decodeModel, encodeWith, graphOf } from '../../../../src/inference/models/onnx/proto.ts';
import { initializersFor, nodesFor } from '../../../../src/inference/models/onnx/walk.ts';
import { widenGraph } from '../../../../src/inference/models/onnx/widen.ts';
import type { ModelSettings } from '../../../../src/inference/models/settings.ts';
import { inProject } from '../../../../src/local/root.ts';
import { publishedFile } from '../../../../testing/models/published.ts';

const imgly = '@imgly/background-removal-node@1.4.5';
/** The sharp that it asks for downloads its libvips while it is installed; the next one has it in npm packages. */
const nodePackage = { private: true, overrides: { sharp: '0.33.5' } };

export interface Products {
  readonly python: string;
  /** Folder of imgly's package. */
  readonly nodeFolder: string;
  /** Folder of rembg's weights. */
  readonly weights: string;
}

/**
 * Makes the folder, once: a virtual environment with rembg, imgly's package, and the published weights of the default
 * network in float32 under the name that rembg wants.
 * @throws Error with one line where something cannot be installed
 */
export async function installProducts(folder: string, models: ModelSettings): Promise<Products> {
  const environment = path.join(folder, 'python');
  const nodeFolder = path.join(folder, 'node');
  const weights = path.join(folder, 'weights');
  const python = path.join(environment, 'bin', 'python');
  for (const each of [nodeFolder, weights]) mkdirSync(each, { recursive: true });
  const requirements = inProject('lab/evaluation/bench/products/requirements.txt');
  if (!existsSync(path.join(environment, 'complete'))) {
    run('python3', ['-m', 'venv', '--clear', environment]);
    run(python, ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', '-r', requirements]);
    writeFileSync(path.join(environment, 'complete'), '');
  }
  if (!existsSync(path.join(nodeFolder, 'node_modules'))) {
    writeFileSync(path.join(nodeFolder, 'package.json'), `${JSON.stringify(nodePackage)}\n`);
    run('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts', '--prefix', nodeFolder, imgly]);
  }
  const file = path.join(weights, 'isnet-general-use.onnx');
  if (!existsSync(file)) {
    const { models: known } = await readManifest(models.manifestPath);
    writeFileSync(file, inFloat32(readFileSync(await publishedFile(known['isnet-general']))));
  }
  return { python, nodeFolder, weights };
}

/** The published graph as it is, in float32 and with its first output alone: what rembg's own file of it is. */
function inFloat32(published: Uint8Array): Uint8Array {
  const model = decodeModel(published);
  const graph = widenGraph(graphOf(model));
  const [output] = graph.outputs;
  const nodes = nodesFor(output.name ?? '', graph.nodes);
  const pruned = { ...graph, nodes, initializers: initializersFor(nodes, graph), outputs: [output] };
  return encodeWith(model, pruned, 'edgematte');
}

function run(command: string, words: readonly string[]): void {
  process.stderr.write(`${command} ${words.join(' ')}\n`);
  const { status, stderr } = spawnSync(command, words, { encoding: 'utf8', stdio: ['ignore', 'ignore', 'pipe'] });
  if (status !== 0) throw new Error(`${command} failed: ${stderr.trim().split('\n').at(-1)}`);
}
