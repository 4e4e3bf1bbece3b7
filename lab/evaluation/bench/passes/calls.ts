/** Which networks a picture asks, and the processor time that each takes. */
import type { Networks } from '../../../../src/pixels/pipeline/networks/networks.ts';
import { median, percentile } from '../../../../testing/percentiles.ts';
import { table } from '../table.ts';

/** One run of a network. */
export interface Call {
  /** Name or role that it was asked by; a second run of the matte network is the close-up pass. */
  readonly network: string;
  /** Processor time, seconds. */
  readonly seconds: number;
}

/** Networks that enter their calls into a list. A network's first call is made twice, since it opens the session, and counts once. */
export function counted(networks: Networks, secondsNow: () => number): Networks & { take(): readonly Call[] } {
  const opened = new Set<string>();
  let calls: Call[] = [];
  return {
    describe: (model) => networks.describe(model),
    async infer(model, inputs) {
      if (!opened.has(model)) await networks.infer(model, inputs);
      opened.add(model);
      const from = secondsNow();
      const outputs = await networks.infer(model, inputs);
      const isCloseUp = model === 'matte' && calls.some(({ network }) => network === model);
      calls.push({ network: isCloseUp ? 'matte, close-up' : model, seconds: secondsNow() - from });
      return outputs;
    },
    take() {
      const taken = calls;
      calls = [];
      return taken;
    },
  };
}

/** A Markdown table. @param pictures calls of each; at least one of `matte` in all */
export function tableOfCalls(pictures: readonly (readonly Call[])[]): string {
  const sums = pictures.map((calls) => secondsOf(calls));
  const mean = sumOf(sums) / pictures.length;
  const full = median(pictures.flatMap((calls) => calls.filter(({ network }) => network === 'matte')).map(secondsIn));
  const names = [...new Set(pictures.flatMap((calls) => calls.map(({ network }) => network)))];
  const rows = names.map((name) => {
    const asked = pictures
      .map((calls) => calls.filter(({ network }) => network === name))
      .filter((of) => of.length > 0);
    const seconds = sumOf(asked.map(secondsOf));
    const share = `${Math.round((asked.length / pictures.length) * 100)} %`;
    return [name, share, (seconds / asked.length).toFixed(2), (seconds / pictures.length).toFixed(3)];
  });
  rows.sort((one, other) => Number(other[3]) - Number(one[3]));
  const all = `mean ${mean.toFixed(2)} CPU s, ${(mean / full).toFixed(2)} full passes; median ${median(sums).toFixed(2)}, 95 % within ${percentile(sums, 0.95).toFixed(2)}`;
  return `${table(['network', 'asked', 'CPU s where asked', 'mean'], rows)}\n\n${pictures.length} pictures: ${all}`;
}

const secondsIn = ({ seconds }: Call): number => seconds;
const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);
const secondsOf = (calls: readonly Call[]): number => sumOf(calls.map(secondsIn));
