/** The service under load, with late and vanished callers, and with children that die. */
import { afterEach, describe, expect, it } from 'vitest';
import { readLoad } from '../../wire/protocol/line-load.ts';
import { crash, hang, wait } from '../testing/script.ts';
import { type ScriptedSettings, startScripted, type TestService, until } from '../testing/service.ts';

let service: TestService | undefined;
afterEach(() => service?.stop());

async function start(settings: ScriptedSettings): Promise<TestService> {
  service = await startScripted(settings);
  return service;
}

const stateOf = async (response: Response) => ({
  status: response.status,
  retryAfter: response.headers.get('Retry-After'),
  error: ((await response.json()) as { error?: string }).error,
});

/** Executions that the model's statistics count. */
async function executions({ base }: TestService): Promise<number> {
  const { model_stats } = (await (await fetch(`${base}/v2/models/matte/stats`)).json()) as {
    model_stats: [{ execution_count: number }];
  };
  return model_stats[0].execution_count;
}

describe('a full line', () => {
  it('refuses at once with 503 and Retry-After, and serves those who wait', async () => {
    const { infer, begun, letGo } = await start({ queue: 2 });
    const first = infer(wait);
    await begun();
    const others = [infer(0), infer(0), infer(0)];
    // Only a refusal can be answered while the first one waits.
    expect(await stateOf(await Promise.race(others))).toEqual({
      status: 503,
      retryAfter: expect.stringMatching(/^[1-9][0-9]?$/),
      error: 'Too many requests are waiting for the network',
    });
    await letGo();
    expect((await first).status).toBe(200);
    expect((await Promise.all(others)).map(({ status }) => status).sort()).toEqual([200, 200, 503]);
  });

  it('answers every one of many callers, with 200 or 503', async () => {
    const { infer, logged } = await start({ queue: 3, workers: 2 });
    // Ready means one child; only an idle one adds a place.
    await logged('child-loaded', 2);
    const answers = await Promise.all(Array.from({ length: 30 }, () => infer(30).then(({ status }) => status)));
    expect(new Set(answers)).toEqual(new Set([200, 503]));
    expect(answers.filter((status) => status === 200).length).toBeGreaterThanOrEqual(5);
    expect((await infer(0)).status).toBe(200);
  });
});

describe('an answer about a network', () => {
  it('reports how full its line is, and how long a run takes', async () => {
    const started = await start({ queue: 1 });
    const { base, infer, begun, letGo } = started;
    const loadOf = ({ headers }: Response) => readLoad((name) => headers.get(name));
    const ask = () => fetch(`${base}/v2/models/matte`);
    expect(loadOf(await ask())).toEqual({ waitMs: 0, runMs: null });
    const done = loadOf(await infer(30));
    expect(done).toEqual({ waitMs: 0, runMs: expect.toSatisfy((ms) => ms >= 300) });
    const first = infer(wait);
    await begun();
    const others = [infer(0), infer(0)];
    // One of them waits, so the other is refused; a run that came now would wait for the former at least.
    const refused = await Promise.race(others);
    expect(refused.status).toBe(503);
    for (const answer of [refused, await ask()])
      expect(loadOf(answer)?.waitMs).toBeGreaterThanOrEqual(done?.runMs ?? 0);
    await letGo();
    expect((await first).status).toBe(200);
    await Promise.all(others);
  });
});

describe('a deadline', () => {
  it.each(['0', '-5'])('of %s ms has passed and starts nothing', async (remaining) => {
    const started = await start({});
    const answer = await stateOf(await started.infer(0, { headers: { 'X-Deadline-Ms': remaining } }));
    expect(answer).toMatchObject({ status: 503, retryAfter: expect.stringMatching(/^\d+$/) });
    expect(await executions(started)).toBe(0);
  });

  it('that passes in the line is answered there and then, and starts nothing', async () => {
    const started = await start({});
    const first = started.infer(wait);
    await started.begun();
    const late = await stateOf(await started.infer(0, { headers: { 'X-Deadline-Ms': '100' } }));
    expect(late).toMatchObject({ status: 503, error: 'The deadline has passed' });
    await started.letGo();
    expect((await first).status).toBe(200);
    expect(await executions(started)).toBe(1);
  });
});

describe('a caller who has gone', () => {
  it('is removed from the line', async () => {
    const started = await start({});
    const first = started.infer(wait);
    await started.begun();
    const controller = new AbortController();
    const gone = started.infer(0, { signal: controller.signal });
    await started.arrived(2);
    controller.abort();
    await expect(gone).rejects.toThrow('abort');
    await until('the log says so', () => started.lines.some(({ outcome }) => outcome === 'caller-gone'));
    await started.letGo();
    await first;
    expect((await started.infer(0)).status).toBe(200);
    expect(await executions(started)).toBe(2);
  });
});

describe('a child', () => {
  it('killed in the middle of a run costs that run alone', async () => {
    const started = await start({});
    const pid = (await started.logged('child-started')).pid as number;
    const lost = started.infer(hang);
    await started.begun();
    const waiting = started.infer(0);
    await started.arrived(2);
    process.kill(pid, 'SIGKILL');
    expect(await stateOf(await lost)).toMatchObject({
      status: 503,
      retryAfter: expect.any(String),
      error: 'The process that ran the network ended by SIGKILL',
    });
    expect((await waiting).status).toBe(200);
    expect((await started.infer(0)).status).toBe(200);
  });

  it('that ends by itself is not given the same work again', async () => {
    const started = await start({});
    const died = await started.infer(crash);
    expect([died.status, died.headers.get('X-Work-Lost')]).toEqual([503, 'true']);
    await started.logged('child-loaded', 2);
    expect(started.lines.filter(({ event }) => event === 'child-ended')).toHaveLength(1);
    expect((await started.infer(0)).status).toBe(200);
  });

  it('that hangs is killed at the run timeout', async () => {
    // Long enough for the good run that follows, on a machine that is stalled meanwhile.
    const started = await start({ runTimeoutMs: 4000 });
    expect(await stateOf(await started.infer(hang))).toMatchObject({
      status: 503,
      error: 'The run took longer than 4000 ms and was stopped',
    });
    expect((await started.infer(0)).status).toBe(200);
  });

  it('that hangs past its caller’s deadline is killed soon after, once the usual time is known', async () => {
    const started = await start({});
    await started.infer(0);
    const answer = await stateOf(await started.infer(hang, { headers: { 'X-Deadline-Ms': '4000' } }));
    // Both are due at the same moment.
    const either = expect.stringMatching(/^(The deadline has passed|The run took longer than \d+ ms and was stopped)$/);
    expect(answer).toMatchObject({ status: 503, error: either });
    expect(await started.logged('child-killed')).toMatchObject({ reason: 'a run took too long' });
    expect((await started.infer(0)).status).toBe(200);
  });

  it('leaves the work to its sibling while it restarts', async () => {
    const started = await start({ workers: 2 });
    await started.logged('child-loaded', 2);
    await started.rescript({ loadFailure: 'not now' });
    await started.infer(crash);
    expect((await started.infer(0)).status).toBe(200);
    expect((await fetch(`${started.base}/v2/health/ready`)).status).toBe(200);
    expect(started.lines.filter(({ event }) => event === 'child-loaded')).toHaveLength(2);
  });
});

describe('readiness', () => {
  it('is false while no child has its networks', async () => {
    const starting = startScripted({ script: { loadMs: 4000 }, options: { log: probeReadiness() } });
    service = await starting;
    expect(await probed).toEqual({ live: 200, ready: 503 });
    expect((await fetch(`${service.base}/v2/health/ready`)).status).toBe(200);
    expect((await fetch(`${service.base}/v2/models/matte/ready`)).status).toBe(200);
  });

  it('is lost while the only child restarts, and comes back', async () => {
    const started = await start({});
    const ready = async () => (await fetch(`${started.base}/v2/health/ready`)).status;
    await started.rescript({ loadFailure: 'not now' });
    await started.infer(crash);
    expect([await ready(), (await fetch(`${started.base}/v2/models/matte/ready`)).status]).toEqual([503, 503]);
    await started.rescript({});
    await started.logged('child-loaded', 2);
    expect(await ready()).toBe(200);
  });
});

let probed: Promise<{ live: number; ready: number }> | undefined;

/** A log that asks for the health as soon as the port is known. */
function probeReadiness() {
  return {
    info: (event: string, fields: Readonly<Record<string, unknown>> = {}) => {
      if (event !== 'listening') return;
      const status = async (name: string) => (await fetch(`http://127.0.0.1:${fields.port}/v2/health/${name}`)).status;
      probed = Promise.all([status('live'), status('ready')]).then(([live, ready]) => ({ live, ready }));
    },
    warn: () => {},
    error: () => {},
  };
}
