import { expect, it } from 'vitest';
import { billOfThousand, sumOf } from './cloudflare.ts';

const bill = billOfThousand({ workerCpuMs: 200, containerCpuSeconds: 0.9, containerCalls: 3, seconds: 0.8 });

it('multiplies what a cutout takes by list prices', () => {
  expect(bill.map(({ name, units, price }) => [name, units, Number((units * price).toFixed(6))])).toEqual([
    ['Workers, requests', 1000, 0.0003],
    ['Workers, CPU ms', 200_000, 0.004],
    ['Durable Objects, requests', 5000, 0.00075],
    ['Durable Objects, GB-s', 102.4, 0.00128],
    ['Durable Objects, rows written', 11_000, 0.011],
    ['D1, rows written', 10_000, 0.01],
    ['Queues, operations', 3000, 0.0012],
    ['Containers, vCPU-s', 900, 0.018],
    ['Containers, GiB-s of memory', 6400, 0.016],
    ['Containers, GB-s of disk', 12_800, 0.000896],
  ]);
});

it('adds up', () => {
  expect(sumOf(bill)).toBeCloseTo(0.063426, 6);
  expect(sumOf([])).toBe(0);
});
