/** A D1 whose writes happen a little later than asked for, so that a test notices who does not wait for them. */

// Tests that fake timers are not to stop it.
const { setTimeout } = globalThis;
const delayMs = 10;
const pause = () => new Promise<void>((resolve) => setTimeout(resolve, delayMs));

/** What databases that write late write to. */
const reals = new WeakMap<D1Database, D1Database>();

/** The database that one which writes late is made of; otherwise itself. */
export function realOf(directory: D1Database): D1Database {
  return reals.get(directory) ?? directory;
}

/**
 * The same database; `run` and `batch` begin after a pause, reads at once.
 * @param directory the real one
 */
export function writingLate(directory: D1Database): D1Database {
  const realStatements = new WeakMap<D1PreparedStatement, D1PreparedStatement>();
  const late = (real: D1PreparedStatement): D1PreparedStatement => {
    const statement = changed(real, {
      bind: (...values: unknown[]) => late(real.bind(...values)),
      run: () => pause().then(() => real.run()),
    });
    realStatements.set(statement, real);
    return statement;
  };
  const lateDirectory = changed(directory, {
    prepare: (text: string) => late(directory.prepare(text)),
    batch: async (statements: D1PreparedStatement[]) => {
      const real = statements.map((statement) => realStatements.get(statement) ?? statement);
      await pause();
      return directory.batch(real);
    },
  });
  reals.set(lateDirectory, directory);
  return lateDirectory;
}

/** An object with some methods of another kind; all else is its own. */
function changed<Whole extends object>(whole: Whole, changes: object): Whole {
  return new Proxy(whole, {
    get(target, name) {
      if (Object.hasOwn(changes, name)) return Reflect.get(changes, name);
      const value: unknown = Reflect.get(target, name);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}
