/** A bar for each day: how much of what was asked was answered. A day without data has a stub, never a bar. */
import { shownDay } from '../writing/dates.ts';
import { shownShare, type Tally } from './day.ts';

/** What is counted. */
export type Unit = 'minute' | 'call';

interface BarsProps {
  /** Of what they are. */
  readonly name: string;
  readonly tallies: readonly (readonly [startMs: number, pendingCounts: Tally])[];
  /** All days together. */
  readonly all: Tally;
  readonly unit: Unit;
}

/** In units of the drawing, which is as wide as its box. */
const step = 4;
const width = 3;
const height = 32;
/** A failure reaches below the other bars, so that it is seen without colours as well. */
const below = 6;
const gap = 2;
const leastFailed = 4;
const stub = 4;

/** The bars of one part, with the share of all days below. */
export function Bars({ name, tallies, all, unit }: BarsProps) {
  const unknown = tallies.filter(([, { asked }]) => asked === 0).length;
  const label = `${name}, ${counted(tallies.length, 'day')}: ${sentenceOf(all, unit)}; ${counted(unknown, 'day')} without data`;
  const box = `0 0 ${tallies.length * step - (step - width)} ${height + below}`;
  return (
    <figure class="bars" dir="ltr">
      <svg viewBox={box} preserveAspectRatio="none" role="img" aria-label={label}>
        {tallies.map(([startMs, pendingCounts], index) => (
          <g>
            <title>{`${shownDay(startMs)}: ${sentenceOf(pendingCounts, unit)}`}</title>
            <Bar x={index * step} pendingCounts={pendingCounts} />
          </g>
        ))}
      </svg>
      <figcaption>
        <span>{tallies.length} days ago</span>
        <span>{all.asked === 0 ? 'no data yet' : `${shownShare(all)} answered`}</span>
        <span>today</span>
      </figcaption>
    </figure>
  );
}

function Bar({ x, pendingCounts: { asked, failed } }: { readonly x: number; readonly pendingCounts: Tally }) {
  if (asked === 0) return <rect class="unknown" x={x} y={height - stub} width={width} height={stub} />;
  if (failed === 0) return <rect class="well" x={x} y={0} width={width} height={height} />;
  const part = Math.max(leastFailed, Math.round((failed / asked) * height));
  const answered = Math.max(0, height - part - gap);
  return (
    <>
      <rect class="well" x={x} y={0} width={width} height={answered} />
      <rect class="failed" x={x} y={height - part} width={width} height={part + below} />
    </>
  );
}

/** What the bars mean. */
export function BarsLegend() {
  const meanings = [
    ['well', 'answered'],
    ['failed', 'not answered'],
    ['unknown', 'no data'],
  ];
  return (
    <ul class="bars-legend">
      {meanings.map(([kind, words]) => (
        <li>
          <svg viewBox="0 0 12 12" aria-hidden="true">
            <rect class={kind} width={12} height={12} />
          </svg>
          {words}
        </li>
      ))}
    </ul>
  );
}

function sentenceOf({ asked, failed }: Tally, unit: Unit): string {
  if (asked === 0) return 'no data';
  if (failed === 0) return `${asked === 1 ? '' : 'all '}${counted(asked, unit)} answered`;
  return `${failed.toLocaleString('en-US')} of ${counted(asked, unit)} not answered`;
}

function counted(count: number, unit: Unit | 'day'): string {
  return `${count.toLocaleString('en-US')} ${unit}${count === 1 ? '' : 's'}`;
}
