/** The chart of calls, which the overview and the page of usage share. */
import type { UsageReport } from '../../../money/usage/report.ts';
import { inFigures } from '../writing/figures.ts';
import { DayChart } from './chart.tsx';

type CallDay = Pick<UsageReport['days'][number], 'startMs' | 'successes' | 'refusals'>;

/** Successes and refusals of each day. @param label what a screen reader says in place of the drawing */
export function CallsChart({ label, days }: { readonly label: string; readonly days: readonly CallDay[] }) {
  return (
    <DayChart
      label={label}
      days={days.map(({ startMs }) => startMs)}
      kind="bars"
      series={[
        { name: 'Successes', tone: 'accent', values: days.map(({ successes }) => successes) },
        { name: 'Refusals', tone: 'grey', values: days.map(({ refusals }) => refusals) },
      ]}
      write={inFigures}
    />
  );
}
