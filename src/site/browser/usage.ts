/** Draws the days of usage, from the table that has them, in the colours of the page. */
import uPlot from 'uplot';

/** A column of the table of days: a `data-` attribute of each row. */
interface Line {
  readonly column: string;
  readonly name: string;
  /** Custom property of the palette. */
  readonly colour: string;
}

interface Drawing {
  readonly lines: readonly Line[];
  /** Bars are stacked, the first one lowest; lines do not. */
  readonly isBars: boolean;
  readonly write: (value: number) => string;
}

const figures = (value: number) => value.toLocaleString('en-US', { maximumFractionDigits: 1 });
const duration = (milliseconds: number) =>
  milliseconds < 1000 ? `${figures(Math.round(milliseconds))} ms` : `${figures(milliseconds / 1000)} s`;

const drawings: Readonly<Record<string, Drawing>> = {
  calls: {
    lines: [
      { column: 'successes', name: 'Successes', colour: '--edge' },
      { column: 'refusals', name: 'Refusals', colour: '--wrong' },
    ],
    isBars: true,
    write: figures,
  },
  credits: { lines: [{ column: 'credits', name: 'Credits', colour: '--accent' }], isBars: true, write: figures },
  latency: {
    lines: [
      { column: 'median', name: 'Median', colour: '--accent' },
      { column: 'most', name: '95 % within', colour: '--soft' },
    ],
    isBars: false,
    write: duration,
  },
};

const heightPx = 220;
const daySeconds = 86_400;
/** What the axis of days steps by. */
const wholeDays = [1, 2, 3, 7, 14, 28].map((count) => count * daySeconds);
const days = [...document.querySelectorAll<HTMLTableRowElement>('#days tr[data-start]')];
const dayName = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' });

for (const section of document.querySelectorAll<HTMLElement>('[data-chart]')) {
  const drawing = drawings[section.dataset.chart ?? ''];
  const place = section.querySelector<HTMLElement>('[role=img]');
  if (!drawing || !place || days.length === 0) continue;
  section.hidden = false;
  section.append(legend(drawing));
  keepDrawn(place, drawing);
}

/** Draws anew when the colours change, and to the width that there is. */
function keepDrawn(place: HTMLElement, drawing: Drawing): void {
  let chart = draw(place, drawing);
  new ResizeObserver(() => chart.setSize({ width: place.clientWidth, height: heightPx })).observe(place);
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => {
    chart.destroy();
    chart = draw(place, drawing);
  });
}

function draw(place: HTMLElement, { lines, isBars, write }: Drawing): uPlot {
  const values = lines.map(({ column }) => days.map((row) => numberOf(row, column)));
  const tip = document.createElement('p');
  tip.className = 'usage-tip';
  tip.hidden = true;
  const grid = { stroke: colour('--line'), width: 1 };
  const axis = { stroke: colour('--soft'), font: `12px ${getComputedStyle(place).fontFamily}`, grid, ticks: grid };
  const series = lines.map((line): uPlot.Series => {
    const own = colour(line.colour);
    if (!isBars) return { stroke: own, width: 2, points: { size: 6, fill: own }, spanGaps: true };
    return { fill: own, width: 0, points: { show: false }, paths: uPlot.paths.bars?.({ size: [0.7, 48] }) };
  });
  // What is higher is drawn first, so that what is lower covers its part.
  const order = isBars ? lines.map((_, index) => lines.length - 1 - index) : lines.map((_, index) => index);
  const drawn = isBars ? stacked(values) : values;
  const chart = new uPlot(
    {
      width: place.clientWidth,
      height: heightPx,
      legend: { show: false },
      cursor: { y: false, drag: { x: false, y: false }, points: { show: !isBars } },
      scales: { x: { time: false, range: padded }, y: { range: (_, __, most) => [0, Math.max(most, 1) * 1.08] } },
      axes: [
        {
          ...axis,
          grid: { show: false },
          values: (_, at) => at.map((each) => dayName.format(each * 1000)),
          incrs: wholeDays,
        },
        { ...axis, size: 64, values: (_, at) => at.map((each) => (Number.isInteger(each) ? write(each) : '')) },
      ],
      series: [{}, ...order.map((index) => series[index])],
      hooks: {
        setCursor: [
          ({ cursor: { idx, left } }) => {
            tip.hidden = idx === null || idx === undefined || left === undefined || left < 0;
            if (tip.hidden || idx === null || idx === undefined) return;
            const said = lines.map(({ name }, index) => {
              const value = values[index][idx];
              return `${name} ${value === null ? '–' : write(value)}`;
            });
            tip.textContent = `${dayName.format(startOf(days[idx]) * 1000)}: ${said.join(', ')}`;
          },
        ],
      },
    },
    [days.map(startOf), ...order.map((index) => drawn[index])],
    place,
  );
  place.append(tip);
  return chart;
}

/** Half a day on both sides, for the bars of the first day and the last. */
function padded(_: uPlot, first: number, last: number): uPlot.Range.MinMax {
  return [first - daySeconds / 2, last + daySeconds / 2];
}

/** Each line with those below it. */
function stacked(values: readonly (number | null)[][]): (number | null)[][] {
  return values.map((_, line) =>
    days.map((__, day) => values.slice(0, line + 1).reduce((sum, each) => sum + (each[day] ?? 0), 0)),
  );
}

function legend({ lines }: Drawing): HTMLElement {
  const list = document.createElement('ul');
  list.className = 'usage-legend';
  for (const { name, colour: property } of lines) {
    const item = document.createElement('li');
    const mark = document.createElement('span');
    mark.className = 'usage-mark';
    mark.style.setProperty('background', `var(${property})`);
    item.append(mark, name);
    list.append(item);
  }
  return list;
}

function numberOf(row: HTMLTableRowElement, column: string): number | null {
  const text = row.dataset[column] ?? '';
  return text === '' ? null : Number(text);
}

/** Midnight of the row's day, in seconds. */
function startOf(row: HTMLTableRowElement): number {
  return Number(row.dataset.start) / 1000;
}

function colour(property: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(property).trim();
}
