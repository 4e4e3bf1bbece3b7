/**
 * Charts of days as SVG, made here: they need no script. What lies along the days is in percent and what lies along the
 * values is in pixels, so that a chart is as wide as its place and its words keep their size.
 */
import { dayName } from '../writing/figures.ts';

/** Values of one kind, one for each day; null where a day has none. */
export interface Series {
  readonly name: string;
  /** Which colour of the palette, by its class in `charts.css`. */
  readonly tone: 'accent' | 'grey';
  readonly values: readonly (number | null)[];
}

export interface DayChartProps {
  /** What a screen reader says in place of the drawing. */
  readonly label: string;
  /** Midnights, Unix milliseconds, the oldest first. */
  readonly days: readonly number[];
  /** Bars are stacked, the first series lowest; lines are not. */
  readonly kind: 'bars' | 'lines';
  readonly series: readonly Series[];
  /** How a value is written. */
  readonly write: (value: number) => string;
}

const plotPx = 160;
/** Of the drawing, with the names of days below the plot. */
const heightPx = plotPx + 24;
/** A value above nothing is seen, however small. */
const leastPx = 2;

/** A chart with its scale and its legend. */
export function DayChart({ label, days, kind, series, write }: DayChartProps) {
  const top = topOf(highestOf(kind, series));
  const step = days.length <= 7 ? 1 : 7 * Math.ceil(days.length / 35);
  return (
    <figure class="chart">
      <div class="scale" aria-hidden="true">
        {[top, top / 2, 0].map((value) => (
          <span>{write(value)}</span>
        ))}
      </div>
      <svg class={`plot ${widthOf(days.length)}`} height={heightPx} role="img" aria-label={label}>
        {[0, 0.5, 1].map((part) => (
          <line class="grid" x1="0" x2="100%" y1={part * plotPx} y2={part * plotPx} />
        ))}
        {kind === 'bars' ? <Bars days={days} series={series} top={top} /> : <Lines series={series} top={top} />}
        {days.map((startMs, index) => (
          <>
            {(days.length - 1 - index) % step === 0 ? (
              <text x={middleOf(index, days.length)} y={plotPx + 18}>
                {dayName(startMs)}
              </text>
            ) : null}
            <rect class="day" x={percent(index / days.length)} width={percent(1 / days.length)} height={plotPx}>
              <title>{wordsOf(startMs, index, series, write)}</title>
            </rect>
          </>
        ))}
      </svg>
      {series.length > 1 ? (
        <figcaption class="legend">
          {series.map(({ name, tone }) => (
            <span class={tone}>{name}</span>
          ))}
        </figcaption>
      ) : null}
    </figure>
  );
}

function Bars({ days, series, top }: Pick<DayChartProps, 'days' | 'series'> & { readonly top: number }) {
  return (
    <>
      {days.map((_, day) => {
        const x = middleOf(day, days.length);
        let y = plotPx;
        const parts = series.flatMap(({ tone, values }) => {
          const value = values[day] ?? 0;
          if (value === 0) return [];
          const from = y;
          y -= Math.max(leastPx, (value / top) * plotPx);
          return [<line class={`bar ${tone}`} x1={x} x2={x} y1={pixels(from)} y2={pixels(y)} />];
        });
        // A day without calls is a day all the same.
        return parts.length > 0 ? parts : <line class="bar" x1={x} x2={x} y1={plotPx} y2={plotPx - leastPx} />;
      })}
    </>
  );
}

function Lines({ series, top }: Pick<DayChartProps, 'series'> & { readonly top: number }) {
  return (
    <>
      {series.toReversed().map(({ tone, values }) => {
        const points = values.flatMap((value, day) =>
          value === null
            ? []
            : [{ x: middleOf(day, values.length), y: pixels(plotPx - Math.min(1, value / top) * plotPx) }],
        );
        return points.map(({ x, y }, index) => (
          <>
            {index > 0 ? (
              <line class={`line ${tone}`} x1={points[index - 1].x} y1={points[index - 1].y} x2={x} y2={y} />
            ) : null}
            <circle class={tone} cx={x} cy={y} r="3" />
          </>
        ));
      })}
    </>
  );
}

interface SparkLineProps {
  /** What a screen reader says in place of the line. */
  readonly label: string;
  /** At least two, none below 0. */
  readonly values: readonly number[];
}

/** A line chart without a scale, for a row of a table. */
export function SparkLine({ label, values }: SparkLineProps) {
  const [width, height, room] = [96, 24, 2];
  const most = Math.max(...values, 1);
  const points = values.map((value, index) => {
    const x = room + (index / (values.length - 1)) * (width - 2 * room);
    return `${pixels(x)},${pixels(height - room - (value / most) * (height - 2 * room))}`;
  });
  return (
    <svg class="spark-line" width={width} height={height} role="img" aria-label={label}>
      <polyline points={points.join(' ')} />
    </svg>
  );
}

/** The upper end of a scale: even, so that its half is a whole number, and at least 2. @param most the highest value */
export function topOf(most: number): number {
  const half = Math.max(most / 2, 1);
  const power = 10 ** Math.floor(Math.log10(half));
  const fitting = [1, 1.5, 2, 2.5, 3, 4, 5, 6, 8].map((each) => each * power);
  return 2 * (fitting.find((each) => each >= half && Number.isInteger(each)) ?? 10 * power);
}

/** The highest value that is drawn: stacked ones count together. */
function highestOf(kind: DayChartProps['kind'], series: readonly Series[]): number {
  if (kind === 'lines') return Math.max(0, ...series.flatMap(({ values }) => values.map((value) => value ?? 0)));
  const [first] = series;
  return Math.max(0, ...first.values.map((_, day) => series.reduce((sum, { values }) => sum + (values[day] ?? 0), 0)));
}

/** How wide bars are, as a class. */
function widthOf(days: number): 'wide' | 'middle' | 'slim' {
  return days <= 7 ? 'wide' : days <= 31 ? 'middle' : 'slim';
}

/** What a day had: `26 Nov: Successes 7, Refusals 2`. */
function wordsOf(startMs: number, day: number, series: readonly Series[], write: (value: number) => string): string {
  const said = series.map(({ name, values }) => `${name} ${values[day] === null ? '–' : write(values[day])}`);
  return `${dayName(startMs)}: ${said.join(', ')}`;
}

function middleOf(index: number, count: number): string {
  return percent((index + 0.5) / count);
}

function percent(part: number): string {
  return `${Number((part * 100).toFixed(2))}%`;
}

function pixels(value: number): number {
  return Number(value.toFixed(1));
}
