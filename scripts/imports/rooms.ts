/** Order within a folder of src: between its own folders, and between them and the files beside them. */

/** The files of src that each file imports, all as paths within src. */
export type Imports = ReadonlyMap<string, readonly string[]>;

/** For a folder of src, what is in it, from bottom to top: each imports only from those before it. */
export type Orders = Readonly<Record<string, readonly string[]>>;

/** An import between two things of one folder: folders, or files beside them, without their ending. */
interface Step {
  readonly file: string;
  readonly from: string;
  readonly to: string;
}

/**
 * What is wrong within folders. A folder with two folders or more needs an order, which names all of them. Files beside them need no
 * place, unless it names one: then it names all. What has no place is in no circle. Tests are held to no order, nor is what is in
 * a folder `testing`, which nothing else imports.
 * @returns a line for each problem
 */
export function roomProblems(imports: Imports, orders: Orders): readonly string[] {
  const files = [...imports.keys()].filter((file) => !isTesting(file));
  const rooms = new Set(files.flatMap(foldersAround));
  const unknown = Object.keys(orders).filter((room) => !rooms.has(room));
  return [
    ...unknown.map((room) => `the order of src/${room} is declared, and there is no such folder`),
    ...files.flatMap((file) => fromTesting(file, imports.get(file) ?? [])),
    ...[...rooms].flatMap((room) => problemsOf(room, files, imports, orders[room])),
  ];
}

function problemsOf(
  room: string,
  files: readonly string[],
  imports: Imports,
  order: readonly string[] = [],
): readonly string[] {
  const inside = files.filter((file) => file.startsWith(`${room}/`));
  const names = new Set(inside.map((file) => placeIn(room, file)));
  const folders = new Set(inside.filter((file) => isFolder(room, file)).map((file) => placeIn(room, file)));
  const steps = inside.flatMap((file) => stepsOf(room, file, imports.get(file) ?? []));
  const isWhole = order.some((name) => !folders.has(name));
  const mustBeNamed = isWhole ? [...names] : folders.size > 1 ? [...folders] : [];
  const missing = mustBeNamed.filter((name) => !order.includes(name));
  const gone = order.filter((name) => !names.has(name));
  const upward = steps.filter(({ from, to }) => isUpward(order, from, to));
  const circle = upward.length > 0 ? null : circleIn(steps);
  return [
    ...missing.map((name) => `the order of src/${room} has no ${name}`),
    ...gone.map((name) => `the order of src/${room} has ${name}, which is not there`),
    ...upward.map(({ file, from, to }) => `src/${file}: ${room}/${from} may not import from ${room}/${to}`),
    ...(circle ? [`a circle in src/${room}: ${circle.join(' → ')}`] : []),
  ];
}

/** Whether both have a place, and that of what is imported is the higher one. */
function isUpward(order: readonly string[], from: string, to: string): boolean {
  const [place, other] = [order.indexOf(from), order.indexOf(to)];
  return place >= 0 && other > place;
}

/** Names that lead from one back to itself, each importing from the next; null where there are none. */
function circleIn(steps: readonly Step[]): readonly string[] | null {
  const cleared = new Set<string>();
  const search = (name: string, way: readonly string[]): readonly string[] | null => {
    if (way.includes(name)) return [...way.slice(way.indexOf(name)), name];
    if (cleared.has(name)) return null;
    for (const { from, to } of steps) {
      const found = from === name && search(to, [...way, name]);
      if (found) return found;
    }
    cleared.add(name);
    return null;
  };
  for (const { from } of steps) {
    const found = search(from, []);
    if (found) return found;
  }
  return null;
}

function stepsOf(room: string, file: string, targets: readonly string[]): readonly Step[] {
  return targets
    .filter((target) => target.startsWith(`${room}/`))
    .map((target) => ({ file, from: placeIn(room, file), to: placeIn(room, target) }))
    .filter(({ from, to }) => from !== to);
}

function fromTesting(file: string, targets: readonly string[]): readonly string[] {
  return targets.filter(isTesting).map((target) => `src/${file}: only tests may import from src/${target}`);
}

/** What of a folder a file is, or is in. */
function placeIn(room: string, file: string): string {
  const [first] = file.slice(room.length + 1).split('/');
  return first.replace(/\.tsx?$/, '');
}

function isFolder(room: string, file: string): boolean {
  return file.slice(room.length + 1).includes('/');
}

function isTesting(file: string): boolean {
  return file.split('/').includes('testing');
}

function foldersAround(file: string): readonly string[] {
  const parts = file.split('/').slice(0, -1);
  return parts.map((_, at) => parts.slice(0, at + 1).join('/'));
}
