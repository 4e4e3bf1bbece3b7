/** What a release is handed out as: packages, the image's content, its bill of materials, and checksums of all. */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { create } from 'tar';
import { ofThoseThatRun } from './bill-of-materials.ts';
import { runStep } from './step.ts';

/** One made version. */
export interface Made {
  /** A copy of what is committed, with the packages of npm. It is written to. */
  readonly root: string;
  readonly version: string;
  /** Its first digits. */
  readonly commit: string;
  /** Seconds since 1970 of the release, in place of the times of files. */
  readonly seconds: number;
  /** A folder for the files, which exists. */
  readonly into: string;
  /** Where `.ci/install python-client` puts tools, if it ran; else they come from PyPI. */
  readonly pythonTools: string;
}

/**
 * Makes the files. What is made says its version, and names its commit where it can be asked.
 * @returns their names, the checksums last
 * @throws ReleaseRefused in one line, naming what could not be made
 */
export async function makePackages(made: Made): Promise<string[]> {
  await npmPackage(made);
  await pythonPackages(made);
  await imageContent(made);
  await billOfMaterials(made);
  const names = readdirSync(made.into).sort();
  const checksums = names.map((name) => `${sha256(path.join(made.into, name))}  ${name}\n`);
  writeFileSync(path.join(made.into, 'SHA256SUMS'), checksums.join(''));
  return [...names, 'SHA256SUMS'];
}

async function npmPackage({ root, commit, into }: Made): Promise<void> {
  const what = 'The npm package';
  const folder = path.join(root, 'clients/typescript');
  await runStep(what, 'npm', ['run', '--silent', 'build', '-w', 'clients/typescript'], root);
  const file = path.join(folder, 'package.json');
  const described = { ...JSON.parse(readFileSync(file, 'utf8')), gitHead: commit };
  writeFileSync(file, `${JSON.stringify(described, null, 2)}\n`);
  await runStep(what, 'npm', ['pack', '--silent', '--pack-destination', into], folder);
}

/** The wheel, and the sources that it is built from. */
async function pythonPackages(made: Made): Promise<void> {
  const what = 'The Python packages';
  const folder = path.join(made.root, 'clients/python');
  const builder = existsSync(inTools(made.pythonTools)) ? inTools(made.pythonTools) : await fetchBuilder(what, folder);
  await runStep(what, builder, ['build', '-d', made.into], folder, { SOURCE_DATE_EPOCH: String(made.seconds) });
}

async function fetchBuilder(what: string, folder: string): Promise<string> {
  const tools = path.join(folder, '../../dist/tools');
  const [pinned] = /^hatchling==.*$/m.exec(readFileSync(path.join(folder, 'requirements.txt'), 'utf8')) ?? [
    'hatchling',
  ];
  await runStep(what, 'python3', ['-m', 'venv', tools], folder);
  await runStep(what, path.join(tools, 'bin/pip'), ['install', '--quiet', pinned], folder);
  return inTools(tools);
}

const inTools = (tools: string) => path.join(tools, 'bin/hatchling');

/** What the image of inference holds, for systems as this one. Weights of others are not in it. */
async function imageContent({ root, version, commit, seconds, into }: Made): Promise<void> {
  await runStep('The content of the image', 'npm', ['run', '--silent', 'build', '--', '--image'], root, {
    SERVICE_COMMIT: commit,
  });
  const file = path.join(into, `edgematte-inference-${version}-${process.platform}-${process.arch}.tar.gz`);
  const mtime = new Date(seconds * 1000);
  const cwd = path.join(root, 'dist/image');
  for (const name of ['LICENSE', 'NOTICE']) writeFileSync(path.join(cwd, name), readFileSync(path.join(root, name)));
  mkdirSync(path.join(cwd, 'licences'), { recursive: true });
  const licences = readFileSync(path.join(root, 'src/inference/native/LICENSES.md'));
  writeFileSync(path.join(cwd, 'licences/native-decoders.md'), licences);
  await create(
    { gzip: true, portable: true, cwd, file, mtime, prefix: 'edgematte-inference' },
    readdirSync(cwd).sort(),
  );
}

/** CycloneDX, of the packages that run. npm calls the project by the name of its folder. */
async function billOfMaterials({ root, version, into }: Made): Promise<void> {
  const whole = await runStep('The bill of materials', 'npm', ['sbom', '--sbom-format', 'cyclonedx'], root);
  const bill = ofThoseThatRun(JSON.parse(whole), readFileSync(path.join(root, 'package-lock.json'), 'utf8'));
  bill.metadata.component.name = 'edgematte';
  writeFileSync(path.join(into, `edgematte-${version}.cdx.json`), `${JSON.stringify(bill, null, 2)}\n`);
}

function sha256(file: string): string {
  return createHash('sha256').update(readFileSync(file)).digest('hex');
}
