/** What npm lists of all packages, without those that only build and test. */

/** A bill in CycloneDX, as npm makes it: each package by `name@version`. */
export interface Bill {
  metadata: { component: { name: string } };
  components: { readonly 'bom-ref': string; readonly name: string }[];
  dependencies: { readonly ref: string; readonly dependsOn: readonly string[] }[];
}

interface Locked {
  readonly version?: string;
  /** Where it differs from that of its folder. */
  readonly name?: string;
  readonly dev?: boolean;
  /** Where a package that runs would take it too, if it was there. */
  readonly devOptional?: boolean;
}

/**
 * By the lock file, without the lab, which is a workspace and no part of what runs: npm's own `--omit dev` leaves out what runs too, where something that only builds asks for the same.
 * @param lockFile its text
 */
export function ofThoseThatRun(bill: Bill, lockFile: string): Bill {
  const { packages } = JSON.parse(lockFile) as { packages: Readonly<Record<string, Locked>> };
  const run = new Set(
    Object.entries(packages).flatMap(
      ([place, { name = place.split('node_modules/').at(-1), version, dev, devOptional }]) =>
        dev || devOptional || place === 'lab' ? [] : [`${name}@${version}`],
    ),
  );
  const runs = (ref: string) => run.has(ref);
  return {
    ...bill,
    components: bill.components.filter((each) => runs(each['bom-ref'])),
    dependencies: bill.dependencies
      .filter(({ ref }) => runs(ref))
      .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter(runs) })),
  };
}
