/** Which group a network belongs to, and the life of all of them together. */
import { NetworkFault } from '../../pipeline/networks.ts';
import type { ServedModel } from '../catalogue.ts';
import { Group, type GroupSettings, type Place } from './group.ts';
import type { ModelStatistics } from './statistics.ts';

export class Scheduler {
  readonly #groups: readonly Group[];
  readonly #groupOf = new Map<string, Group>();
  #closed = false;

  /** @param groups each network in exactly one of them */
  constructor(groups: readonly GroupSettings[]) {
    this.#groups = groups.map((settings) => {
      const group = new Group(settings);
      for (const { name } of settings.models) this.#groupOf.set(name, group);
      return group;
    });
  }

  /** Every network can be run by at least one child, and none is being ended. */
  get ready(): boolean {
    return !this.#closed && this.#groups.every((group) => group.ready);
  }

  /** Whether a child has this network loaded. */
  isReady(model: ServedModel): boolean {
    return !this.#closed && this.#group(model).ready;
  }

  /** Resolves once every group can work. @throws Error with the reason why networks could not be loaded */
  async whenReady(): Promise<void> {
    await Promise.all(this.#groups.map((group) => group.whenReady()));
  }

  /**
   * Reserves a place in the network's line.
   * @throws NetworkFault of kind `unavailable` where the line is full or the service is ending
   */
  enter(model: ServedModel): Place {
    if (this.#closed)
      throw new NetworkFault('unavailable', 'The inference service is ending', { retryAfterSeconds: 5 });
    return this.#group(model).enter(model);
  }

  statisticsOf(model: ServedModel): ModelStatistics | undefined {
    return this.#group(model).statistics.get(model.name);
  }

  /** Takes no new work and ends all children, whatever they are doing. */
  async close(): Promise<void> {
    this.#closed = true;
    await Promise.all(this.#groups.map((group) => group.close()));
  }

  #group(model: ServedModel): Group {
    const group = this.#groupOf.get(model.name);
    if (!group) throw new Error(`The network ${model.name} belongs to no group`);
    return group;
  }
}
