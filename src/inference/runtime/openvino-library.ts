/**
 * Finds OpenVINO's C library. It is no package of npm: operators install it, most easily by `pip install openvino`,
 * whose wheel carries library, plugins and frontends.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';

/** Importing the package would take a third of a second; its path is known without. */
const askPython =
  "import importlib.util as u; s = u.find_spec('openvino'); print(s.submodule_search_locations[0] if s else '')";
const pythonPatienceMs = 5000;

/**
 * Finds `libopenvino_c` in a folder, or in its `libs` or `runtime/lib/…` as packages have it.
 * @param folder as the operator named it; where it is undefined, that of python3's package
 * @returns the library's path, undefined where there is none
 */
export function findOpenVino(folder: string | undefined): string | undefined {
  const root = folder ?? folderOfPythonPackage();
  if (!root) return undefined;
  const folders = ['', 'libs', 'lib', 'runtime/lib/intel64', 'runtime/lib/aarch64'].map((part) =>
    path.join(root, part),
  );
  return folders.flatMap(librariesIn).at(0);
}

function librariesIn(folder: string): string[] {
  if (!existsSync(folder)) return [];
  const names = readdirSync(folder).filter((name) => /^libopenvino_c\.(so(\.\d+)*|dylib)$/.test(name));
  return names.map((name) => path.join(folder, name));
}

function folderOfPythonPackage(): string | undefined {
  const asked = spawnSync('python3', ['-c', askPython], { encoding: 'utf8', timeout: pythonPatienceMs });
  return asked.status === 0 ? asked.stdout.trim() || undefined : undefined;
}
