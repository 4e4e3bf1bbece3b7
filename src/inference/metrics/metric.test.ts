import { expect, it } from 'vitest';
import { Counter, Gauge, Histogram } from './metric.ts';

it('a counter is written with its labels, in the order in which they came', () => {
  const counter = new Counter('runs_total', 'Runs');
  counter.add({ model: 'a', kind: 'x' });
  counter.add({ model: 'b', kind: 'x' }, 3);
  counter.add({ model: 'a', kind: 'x' });
  expect(counter.write()).toBe(
    '# HELP runs_total Runs\n# TYPE runs_total counter\nruns_total{model="a",kind="x"} 2\nruns_total{model="b",kind="x"} 3\n',
  );
});

it('a counter without a value says what it is', () => {
  expect(new Counter('runs_total', 'Runs').write()).toBe('# HELP runs_total Runs\n# TYPE runs_total counter\n');
});

it('a gauge is asked when it is written', () => {
  let waiting = 0;
  const gauge = new Gauge('waiting', 'Who waits', () => [[{}, waiting]]);
  waiting = 7;
  expect(gauge.write()).toBe('# HELP waiting Who waits\n# TYPE waiting gauge\nwaiting 7\n');
});

it('a histogram counts each bucket with all below it', () => {
  const histogram = new Histogram('seconds', 'Time', [0.1, 1]);
  for (const value of [0.05, 0.1, 0.5, 2]) histogram.observe(value, { stage: 'run' });
  expect(histogram.write().split('\n').slice(2)).toEqual([
    'seconds_bucket{stage="run",le="0.1"} 2',
    'seconds_bucket{stage="run",le="1"} 3',
    'seconds_bucket{stage="run",le="+Inf"} 4',
    'seconds_sum{stage="run"} 2.65',
    'seconds_count{stage="run"} 4',
    '',
  ]);
});

it('values of labels are escaped', () => {
  const counter = new Counter('odd_total', 'Odd');
  counter.add({ text: 'a"b\\c\nd' });
  expect(counter.write()).toContain('odd_total{text="a\\"b\\\\c\\nd"} 1\n');
});
