/** What cutouts cost by Cloudflare's list prices, from the processor time that one takes. */

/**
 * In US dollars, without what a plan includes. Workers and Containers as listed on 3 August 2026; the page of Durable Objects bears no
 * date.
 */
export const listPrices = {
  listedOn: 'August 2026',
  pages: [
    'https://developers.cloudflare.com/workers/platform/pricing/',
    'https://developers.cloudflare.com/durable-objects/platform/pricing/',
    'https://developers.cloudflare.com/d1/platform/pricing/',
    'https://developers.cloudflare.com/queues/platform/pricing/',
    'https://developers.cloudflare.com/containers/pricing/',
  ],
  workerRequest: 0.3 / 1e6,
  workerCpuMs: 0.02 / 1e6,
  objectRequest: 0.15 / 1e6,
  objectGigabyteSecond: 12.5 / 1e6,
  /** Of a Durable Object and of D1 alike, those of indexes included. */
  rowWritten: 1 / 1e6,
  queueOperation: 0.4 / 1e6,
  /** Processor time that was used, not what the container could have used. */
  containerCpuSecond: 20 / 1e6,
  containerGibibyteSecond: 2.5 / 1e6,
  containerDiskGigabyteSecond: 0.07 / 1e6,
} as const;

/** The instance type with as many processors as the machine of the page has. */
export const container = { type: 'standard-3', processors: 2, memoryGiB: 8, diskGB: 16 } as const;

/** Admission and settlement. */
const ledgerRequests = 2;
/** `src/money/ledger/rows-written.worker.test.ts` counts them. */
const ledgerRows = 11;
/** Of the request log: a row and four of its indexes, as the call comes and as its days are over. */
const logRows = 2 * 5;
/** Into the queue, out of it, and confirmed: a call that shares its message with no other. */
const queueOperations = 3;
/** Billed for a Durable Object whatever it uses. */
const objectGigabytes = 0.128;
const cutouts = 1000;

/** What one cutout takes. */
export interface CutoutUse {
  readonly workerCpuMs: number;
  readonly containerCpuSeconds: number;
  /** Calls that go to the container: one for each run of a network, or one for the image lane. */
  readonly containerCalls: number;
  /** From the first byte to the last. */
  readonly seconds: number;
}

/** One item of the bill for 1,000 cutouts. */
export interface CostItem {
  readonly name: string;
  /** So many units. */
  readonly units: number;
  /** Dollars for one. */
  readonly price: number;
}

/**
 * The bill for 1,000 cutouts, one after the other, without idle time: each keeps the container and the Durable Object before it
 * for as long as it lasts.
 */
export function billOfThousand(use: CutoutUse): readonly CostItem[] {
  const { workerCpuMs, containerCpuSeconds, containerCalls, seconds } = use;
  const item = (name: string, unitsOfOne: number, price: number): CostItem => ({
    ...{ name, price },
    units: cutouts * unitsOfOne,
  });
  return [
    item('Workers, requests', 1, listPrices.workerRequest),
    item('Workers, CPU ms', workerCpuMs, listPrices.workerCpuMs),
    item('Durable Objects, requests', ledgerRequests + containerCalls, listPrices.objectRequest),
    item('Durable Objects, GB-s', objectGigabytes * seconds, listPrices.objectGigabyteSecond),
    item('Durable Objects, rows written', ledgerRows, listPrices.rowWritten),
    item('D1, rows written', logRows, listPrices.rowWritten),
    item('Queues, operations', queueOperations, listPrices.queueOperation),
    item('Containers, vCPU-s', containerCpuSeconds, listPrices.containerCpuSecond),
    item('Containers, GiB-s of memory', container.memoryGiB * seconds, listPrices.containerGibibyteSecond),
    item('Containers, GB-s of disk', container.diskGB * seconds, listPrices.containerDiskGigabyteSecond),
  ];
}

/** Dollars of a bill. */
export function sumOf(bill: readonly CostItem[]): number {
  return bill.reduce((sum, { units, price }) => sum + units * price, 0);
}
