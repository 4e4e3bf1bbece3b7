// @vitest-environment happy-dom
/** What is drawn of the table of days: series, their order, axes, and what is said at the pointer. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

const dayMs = 86_400_000;
const startMs = Date.UTC(2026, 10, 25);

/** A chart that was made, and what it was given. */
interface Drawn {
  readonly options: {
    readonly width: number;
    readonly height: number;
    readonly cursor: { readonly points: { readonly show: boolean } };
    readonly scales: {
      readonly x: { readonly range: (chart: null, first: number, last: number) => number[] };
      readonly y: { readonly range: (chart: null, least: number, most: number) => number[] };
    };
    readonly axes: readonly {
      readonly values: (chart: null, at: number[]) => string[];
      readonly incrs?: number[];
      readonly stroke: string;
    }[];
    readonly series: readonly { readonly fill?: string; readonly stroke?: string; readonly points?: object }[];
    readonly hooks: { readonly setCursor: ((chart: { cursor: object }) => void)[] };
  };
  readonly data: (number | null)[][];
  readonly place: HTMLElement;
  readonly setSize: ReturnType<typeof vi.fn>;
  readonly destroy: ReturnType<typeof vi.fn>;
}
const drawn: Drawn[] = vi.hoisted(() => []);
vi.mock('uplot', () => ({
  default: class {
    static readonly paths = { bars: (terms: object) => terms };
    readonly setSize = vi.fn();
    readonly destroy = vi.fn();
    constructor(
      readonly options: Drawn['options'],
      readonly data: Drawn['data'],
      readonly place: HTMLElement,
    ) {
      drawn.push(this);
    }
  },
}));

const row = (day: number, values: Record<string, number | ''>) =>
  `<tr data-start="${startMs + day * dayMs}" ${Object.entries(values)
    .map(([name, value]) => `data-${name}="${value}"`)
    .join(' ')}></tr>`;
const rows = [
  row(0, { successes: 0, refusals: 0, credits: 0, median: '', most: '' }),
  row(1, { successes: 7, refusals: 2, credits: 7, median: 850, most: 2345 }),
].join('');
const chartPlace = (name: string) => `<section data-chart="${name}" hidden><div role="img"></div></section>`;

let resized: () => void;
let recoloured: () => void;

async function open(body: string, charts = ['calls', 'credits', 'latency']): Promise<void> {
  drawn.length = 0;
  document.documentElement.setAttribute(
    'style',
    '--edge: #0a0; --wrong: #a00; --accent: #00a; --soft: #888; --line: #ccc',
  );
  document.body.innerHTML = `${charts.map(chartPlace).join('')}<table id="days"><tbody>${body}</tbody></table>`;
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(whenResized: () => void) {
        resized = whenResized;
      }
      observe() {}
    },
  );
  vi.stubGlobal('matchMedia', () => ({
    addEventListener: (_: string, heard: () => void) => {
      recoloured = heard;
    },
  }));
  vi.resetModules();
  await import('./usage.ts');
}
beforeEach(() => open(rows));
afterEach(() => void vi.unstubAllGlobals());

const seconds = [startMs / 1000, startMs / 1000 + 86_400];
const tipAt = (chart: number, cursor: object) => {
  drawn[chart].options.hooks.setCursor[0]({ cursor });
  const tip = drawn[chart].place.querySelector<HTMLElement>('.usage-tip');
  return tip?.hidden ? null : tip?.textContent;
};

describe('the charts', () => {
  test('are shown where there are days, each with its legend', async () => {
    const sections = [...document.querySelectorAll<HTMLElement>('section')];
    expect(sections.map(({ hidden }) => hidden)).toEqual([false, false, false]);
    expect(
      sections.map((section) => [...section.querySelectorAll('li')].map(({ textContent }) => textContent)),
    ).toEqual([['Successes', 'Refusals'], ['Credits'], ['Median', '95 % within']]);
    const marks = [...document.querySelectorAll<HTMLElement>('.usage-mark')].map(({ style }) => style.background);
    expect(marks).toEqual(['--edge', '--wrong', '--accent', '--accent', '--soft'].map((name) => `var(${name})`));
    await open('');
    expect(drawn).toEqual([]);
    expect(document.querySelector('section')?.hidden).toBe(true);
    await open(rows, ['another']);
    expect([drawn.length, document.querySelector('section')?.hidden]).toEqual([0, true]);
  });

  test('draw bars that stand on each other, the highest first, in the colours of the page', () => {
    expect(drawn[0].data).toEqual([seconds, [0, 9], [0, 7]]);
    expect(drawn[0].options.series.map(({ fill }) => fill)).toEqual([undefined, '#a00', '#0a0']);
    expect(drawn[1].data).toEqual([seconds, [0, 7]]);
    expect(drawn[0].options.cursor.points.show).toBe(false);
  });

  test('draw lines as they are, with gaps where nothing was called', () => {
    expect(drawn[2].data).toEqual([seconds, [null, 850], [null, 2345]]);
    expect(drawn[2].options.series.map(({ stroke }) => stroke)).toEqual([undefined, '#00a', '#888']);
    expect(drawn[2].options.cursor.points.show).toBe(true);
  });

  test('have room beside the first and the last day, and above the highest', () => {
    const { x, y } = drawn[0].options.scales;
    expect(x.range(null, 0, 86_400)).toEqual([-43_200, 129_600]);
    expect(y.range(null, 0, 100)).toEqual([0, 108]);
    expect(y.range(null, 0, 0)).toEqual([0, 1.08]);
  });

  test('have days of UTC below, and whole numbers or times beside them', () => {
    const [days, numbers] = drawn[0].options.axes;
    expect(days.values(null, seconds)).toEqual(['25 Nov', '26 Nov']);
    expect(days.incrs?.map((each) => each / 86_400)).toEqual([1, 2, 3, 7, 14, 28]);
    expect(numbers.values(null, [0, 0.5, 1500])).toEqual(['0', '', '1,500']);
    expect(drawn[2].options.axes[1].values(null, [0, 999, 1000, 1500])).toEqual(['0 ms', '999 ms', '1 s', '1.5 s']);
    expect(days.stroke).toBe('#888');
  });

  test('say at the pointer what a day had, and nothing before', () => {
    expect([...document.querySelectorAll<HTMLElement>('.usage-tip')].map(({ hidden }) => hidden)).toEqual([
      true,
      true,
      true,
    ]);
    expect(tipAt(0, { idx: 1, left: 5 })).toBe('26 Nov: Successes 7, Refusals 2');
    expect(tipAt(2, { idx: 1, left: 0 })).toBe('26 Nov: Median 850 ms, 95 % within 2.3 s');
    expect(tipAt(2, { idx: 0, left: 5 })).toBe('25 Nov: Median –, 95 % within –');
    for (const away of [{ idx: null, left: 5 }, { left: 5 }, { idx: 1, left: -1 }, { idx: 1 }]) {
      expect(tipAt(0, away)).toBeNull();
    }
  });

  test('follow the width of the page, and its colours', () => {
    const [latest] = drawn.slice(-1);
    Object.defineProperty(latest.place, 'clientWidth', { configurable: true, value: 321 });
    resized();
    expect(latest.setSize).toHaveBeenCalledExactlyOnceWith({ width: 321, height: 220 });
    expect(latest.options.height).toBe(220);
    recoloured();
    expect(latest.destroy).toHaveBeenCalledOnce();
    expect([drawn.length, drawn[3].options.width]).toEqual([4, 321]);
    resized();
    expect(drawn[3].setSize).toHaveBeenCalledOnce();
  });
});
