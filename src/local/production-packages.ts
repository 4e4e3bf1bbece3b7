/**
 * The packages that the bundle of inference leaves outside, copied beside it: a folder that runs on its own, with the
 * files of this system alone. A production install of package.json would bring the binaries of every system, and the
 * libraries of the Workers.
 */
import { cp, mkdir, readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

/** What a package names as a dependency and needs for its own installation only. */
const forInstallers: Readonly<Record<string, readonly string[]>> = { 'onnxruntime-node': ['adm-zip', 'global-agent'] };

/**
 * Copies packages with all that they depend on.
 * @param names packages that are in `from`
 * @param from a `node_modules` folder
 * @param into a `node_modules` folder, made where it is missing
 * @throws Error naming a package that is not there
 */
export async function copyPackages(names: readonly string[], from: string, into: string): Promise<void> {
  const copied = new Set<string>();
  const waiting = names.map((name) => ({ name, optional: false }));
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { name, optional } = next;
    if (copied.has(name)) continue;
    const dependencies = await dependenciesOf(path.join(from, name));
    if (!dependencies) {
      if (optional) continue;
      throw new Error(`The package ${name} is not in ${from}: run npm ci`);
    }
    copied.add(name);
    await mkdir(path.dirname(path.join(into, name)), { recursive: true });
    await cp(path.join(from, name), path.join(into, name), { recursive: true, filter: isOfThisSystem });
    const unneeded = forInstallers[name] ?? [];
    const needed = [...dependencies, ...(await dependenciesOfNested(path.join(from, name, 'node_modules')))];
    waiting.push(...needed.filter((dependency) => !unneeded.includes(dependency.name)));
  }
}

/** What packages inside a package need from outside of it. */
async function dependenciesOfNested(folder: string): Promise<readonly Dependency[]> {
  const names = await packagesIn(folder);
  const found = await Promise.all(names.map((name) => dependenciesOf(path.join(folder, name))));
  return found.flatMap((each) => each ?? []).filter(({ name }) => !names.includes(name));
}

async function packagesIn(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => []);
  const scoped = names.filter((name) => name.startsWith('@'));
  const inScopes = await Promise.all(
    scoped.map(async (scope) => (await readdir(path.join(folder, scope))).map((name) => `${scope}/${name}`)),
  );
  return [...names.filter((name) => !/^[.@]/.test(name)), ...inScopes.flat()];
}

interface Dependency {
  readonly name: string;
  /** One of another system is not installed. */
  readonly optional: boolean;
}

async function dependenciesOf(folder: string): Promise<readonly Dependency[] | undefined> {
  let text: string;
  try {
    text = await readFile(path.join(folder, 'package.json'), 'utf8');
  } catch {
    return undefined;
  }
  const { dependencies = {}, optionalDependencies = {} } = JSON.parse(text) as Record<string, object | undefined>;
  return [
    ...Object.keys(dependencies ?? {}).map((name) => ({ name, optional: false })),
    ...Object.keys(optionalDependencies ?? {}).map((name) => ({ name, optional: true })),
  ];
}

/** onnxruntime-node carries the binaries of five systems in one package. */
function isOfThisSystem(source: string): boolean {
  const [, system] = /onnxruntime-node\/bin\/napi-v\d+\/([^/]+\/[^/]+)/.exec(source.replaceAll('\\', '/')) ?? [];
  return system === undefined || system === `${process.platform}/${process.arch}`;
}
