/** Whether the service keeps what it should give back: resident memory late in a run against its level early on. */
import { median } from '../percentiles.ts';
import type { MemorySample } from './tally.ts';

/** Before that, caches and heaps still fill. */
const warmUpMin = 5;
/** Samples of so many minutes make a level. */
const levelMin = 5;
const mostGrowth = 1.15;

/** Parts that have grown by more than they may; none for a run too short to be judged. */
export function growthFaults(samples: readonly MemorySample[]): string[] {
  const endMin = samples.at(-1)?.atMin ?? 0;
  if (endMin < warmUpMin + 2 * levelMin) return [];
  const early = samples.filter(({ atMin }) => atMin >= warmUpMin && atMin < warmUpMin + levelMin);
  const late = samples.filter(({ atMin }) => atMin >= endMin - levelMin);
  return grownParts(early, late, mostGrowth);
}

/** Parts whose median of the late samples exceeds that of the early ones by more than this factor, in words. */
export function grownParts(
  early: readonly Pick<MemorySample, 'bytes'>[],
  late: readonly Pick<MemorySample, 'bytes'>[],
  mostTimes: number,
): string[] {
  if (early.length === 0) return [];
  const level = (some: readonly Pick<MemorySample, 'bytes'>[], part: keyof MemorySample['bytes']) =>
    median(some.map(({ bytes }) => bytes[part]));
  return (Object.keys(early[0].bytes) as (keyof MemorySample['bytes'])[]).flatMap((part) => {
    const [before, after] = [level(early, part), level(late, part)];
    const inMb = (bytes: number) => `${Math.round(bytes / 1e6)} MB`;
    return after > before * mostTimes ? [`${part} grew from ${inMb(before)} to ${inMb(after)}`] : [];
  });
}
