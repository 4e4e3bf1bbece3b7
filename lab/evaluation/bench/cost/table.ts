/** The table of what 1,000 cutouts cost, with its arithmetic. */
import { table } from '../table.ts';
import { billOfThousand, type CostItem, type CutoutUse, container, listPrices, sumOf } from './cloudflare.ts';

/** A column for each size. */
export function costTable(all: readonly { readonly size: string; readonly use: CutoutUse }[]): string {
  const bills = all.map(({ use }) => billOfThousand(use));
  const [first = []] = bills;
  const rows = first.map(({ name, price }, item) => [
    name,
    `${Number((price * 1e6).toPrecision(3))}`,
    ...bills.map((bill) => arithmetic(bill[item])),
  ]);
  const sums = ['sum', '', ...bills.map((bill) => `**${dollars(sumOf(bill))}**`)];
  const heading = ['1,000 cutouts', '$ a million', ...all.map(({ size }) => size)];
  return `${notes}\n\n${table(heading, [...rows, sums])}`;
}

function arithmetic({ units, price }: CostItem): string {
  return `${Math.round(units).toLocaleString('en-US')} → ${dollars(units * price)}`;
}

function dollars(value: number): string {
  return value.toFixed(4);
}

const pages = listPrices.pages.map((page) => `[${new URL(page).pathname.split('/')[1]}](${page})`).join(', ');
const notes = `What 1,000 cutouts by the defaults cost by Cloudflare's list prices of ${listPrices.listedOn} (${pages}),
in US dollars: units of the rows above → price. Left out: what a plan includes, its fee, traffic, rows that are read, and those of counts by the hour.

- Calls come one after the other, without idle time, to a container of the type \`${container.type}\` (${container.processors} vCPU, ${container.memoryGiB} GiB, ${container.diskGB} GB).
- Workers: processor time of workerd, with ledger, queue and databases in it.
- Durable Objects: two requests to the ledger, and one to the container's for each run of a network or for the image lane; 128 MB for as
  long as the call lasts.
- Rows: those of the ledger for a call that is charged, and of the request log, which are removed later.
- Containers: processor time of networks, lane and inference service; memory and disk for as long as the call lasts.`;
