/** What one request has taken of its isolate's memory. */
import type { Limits } from '../contract/limits.ts';
import { Capacity } from './capacity.ts';

/** Shared by all requests of the isolate; sized by the first one. */
let capacity: Capacity | null = null;

export class RequestMemory {
  private readonly capacity: Capacity;
  private readonly totalBytes: number;
  private readonly waitMs: number;
  private takenBytes = 0;

  constructor({ isolateBudgetBytes, capacityWaitMs }: Pick<Limits, 'isolateBudgetBytes' | 'capacityWaitMs'>) {
    capacity ??= new Capacity(isolateBudgetBytes);
    this.capacity = capacity;
    this.totalBytes = isolateBudgetBytes;
    this.waitMs = capacityWaitMs;
  }

  /** Takes more bytes, waiting a bounded time for them. False when they did not come free, at once when they never could. */
  async take(bytes: number): Promise<boolean> {
    if (this.takenBytes + bytes > this.totalBytes) return false;
    const taken = await this.capacity.take(bytes, this.waitMs);
    if (taken) this.takenBytes += bytes;
    return taken;
  }

  /** Gives back what an upload turned out not to need. */
  reduceTo(bytes: number): void {
    this.capacity.giveBack(Math.max(0, this.takenBytes - bytes));
    this.takenBytes = Math.min(this.takenBytes, bytes);
  }

  /** Gives back all of it; a second time gives back nothing. */
  giveBack(): void {
    this.reduceTo(0);
  }
}
