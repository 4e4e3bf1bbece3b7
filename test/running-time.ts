/** A reporter of vitest: how long the suite took, and which of its files took longest. */
import path from 'node:path';
import type { Reporter, TestModule } from 'vitest/node';

const shown = 20;

export default class RunningTime implements Reporter {
  #startedAtMs = 0;

  onTestRunStart(): void {
    this.#startedAtMs = performance.now();
  }

  /** Prints seconds of each file: its imports, hooks and tests. Files that run side by side each count in full. */
  onTestRunEnd(modules: readonly TestModule[]): void {
    const files = modules.map((module) => ({ name: nameOf(module), ms: millisecondsOf(module) }));
    files.sort((one, other) => other.ms - one.ms);
    const sumMs = files.reduce((sum, { ms }) => sum + ms, 0);
    const tookMs = performance.now() - this.#startedAtMs;
    console.log(`\nSlowest files, seconds:`);
    for (const { name, ms } of files.slice(0, shown)) console.log(`${seconds(ms).padStart(8)}  ${name}`);
    console.log(`${files.length} files took ${seconds(sumMs)} s, the whole run ${seconds(tookMs)} s`);
  }
}

function nameOf({ moduleId }: TestModule): string {
  return path.relative(process.cwd(), moduleId);
}

function millisecondsOf(module: TestModule): number {
  const { setupDuration, collectDuration, duration } = module.diagnostic();
  return setupDuration + collectDuration + duration;
}

function seconds(ms: number): string {
  return (ms / 1000).toFixed(1);
}
