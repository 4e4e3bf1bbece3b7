/** Counters, gauges and histograms, and how they are written (Prometheus' text exposition format 0.0.4). */

/** Values by the names of their labels; the order of the names is kept. */
export type Labels = Readonly<Record<string, string>>;

export interface Metric {
  readonly name: string;
  /** Its lines, with those that say what it is. */
  write(): string;
}

/** What only grows. */
export class Counter implements Metric {
  readonly name: string;
  readonly #help: string;
  /** By labels as they are written. */
  readonly #values = new Map<string, number>();

  constructor(name: string, help: string) {
    this.name = name;
    this.#help = help;
  }

  add(labels: Labels = {}, amount = 1): void {
    const key = written(labels);
    this.#values.set(key, (this.#values.get(key) ?? 0) + amount);
  }

  write(): string {
    return described(this.name, 'counter', this.#help, lines(this.name, this.#values));
  }
}

/** What goes up and down; it is asked for its values when it is written. */
export class Gauge implements Metric {
  readonly name: string;
  readonly #help: string;
  readonly #read: () => Iterable<readonly [Labels, number]>;

  constructor(name: string, help: string, read: () => Iterable<readonly [Labels, number]>) {
    this.name = name;
    this.#help = help;
    this.#read = read;
  }

  write(): string {
    const values = new Map([...this.#read()].map(([labels, value]) => [written(labels), value]));
    return described(this.name, 'gauge', this.#help, lines(this.name, values));
  }
}

interface Distribution {
  readonly labels: Labels;
  /** How many values fell into each bucket alone; one more than there are bounds. */
  readonly counts: number[];
  sum: number;
}

/** How values are spread, in buckets with upper bounds. */
export class Histogram implements Metric {
  readonly name: string;
  readonly #help: string;
  readonly #bounds: readonly number[];
  readonly #distributions = new Map<string, Distribution>();

  /** @param bounds upper bounds of the buckets, rising; one more takes what is above them */
  constructor(name: string, help: string, bounds: readonly number[]) {
    this.name = name;
    this.#help = help;
    this.#bounds = bounds;
  }

  /** Has these labels from now on, with nothing observed. */
  begin(labels: Labels = {}): void {
    this.#of(labels);
  }

  observe(value: number, labels: Labels = {}): void {
    const distribution = this.#of(labels);
    const bucket = this.#bounds.findIndex((bound) => value <= bound);
    distribution.counts[bucket < 0 ? this.#bounds.length : bucket] += 1;
    distribution.sum += value;
  }

  #of(labels: Labels): Distribution {
    const key = written(labels);
    const known = this.#distributions.get(key);
    if (known) return known;
    const begun = { labels, counts: new Array<number>(this.#bounds.length + 1).fill(0), sum: 0 };
    this.#distributions.set(key, begun);
    return begun;
  }

  write(): string {
    const all = [...this.#distributions.values()].flatMap(({ labels, counts, sum }) => {
      let count = 0;
      const buckets = [...this.#bounds.map(String), '+Inf'].map((le, index) => {
        count += counts[index];
        return `${this.name}_bucket${written({ ...labels, le })} ${count}`;
      });
      return [...buckets, `${this.name}_sum${written(labels)} ${sum}`, `${this.name}_count${written(labels)} ${count}`];
    });
    return described(this.name, 'histogram', this.#help, all);
  }
}

function described(name: string, type: string, help: string, all: readonly string[]): string {
  return `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${all.map((line) => `${line}\n`).join('')}`;
}

function lines(name: string, values: ReadonlyMap<string, number>): string[] {
  return [...values].map(([labels, value]) => `${name}${labels} ${value}`);
}

function written(labels: Labels): string {
  const entries = Object.entries(labels).map(([name, value]) => `${name}="${escaped(value)}"`);
  return entries.length === 0 ? '' : `{${entries.join(',')}}`;
}

function escaped(value: string): string {
  return value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');
}
