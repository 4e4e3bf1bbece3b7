/** Rounds of honest callers, alone and beside bad neighbours: what both of them came to. */
import type { Answer } from '../../testing/http-message.ts';
import { photo } from '../../testing/photos.ts';
import { filePart, multipartCall, sendWithFetch } from '../../testing/requests.ts';
import type { Stack } from '../stack.ts';
import type { Neighbour } from './neighbours.ts';

const honestCallers = 3;
const creditsOfNeighbour = 100_000;
/** How long something may take that is sure to come. */
const patienceMs = 60_000;

/** What honest callers came to. */
export interface Honest {
  /** Milliseconds of each call. */
  readonly tookMs: readonly number[];
  readonly statuses: readonly number[];
  /** Credits that each caller has left, who had one more than calls. */
  readonly left: readonly number[];
  /** What is known of each call that got no 200: its answer, the memory of the isolate then, and its line in the edge's log. */
  readonly refusals: readonly string[];
}

/** What a neighbour came to. */
export interface Seen {
  readonly name: string;
  /** Of the answers that it read. */
  readonly statuses: readonly number[];
  readonly calls: number;
  readonly spent: number;
}

export interface Round {
  readonly honest: Honest;
  readonly neighbours: readonly Seen[];
  /** Held by neighbours alone, once honest callers had their answers. */
  readonly heldBytes: number;
  /** Held once neighbours had stopped. */
  readonly heldAfter: number;
  /** Most questions for a balance that were answered within one call of a neighbour. */
  readonly mostTurns: number;
}

interface MadeNeighbour extends Neighbour {
  readonly sent: Buffer;
}

export interface Rounds {
  readonly alone: Honest;
  /** Held behind it. */
  readonly heldBytes: number;
  /** One for each group of neighbours, in their order. */
  readonly beside: readonly Round[];
}

/**
 * Plays all rounds, one after the other.
 * @param groups neighbours that are bad at the same time
 * @param callsEach of an honest caller in a round
 */
export async function playRounds(
  stack: Stack,
  groups: readonly (readonly Neighbour[])[],
  callsEach: number,
): Promise<Rounds> {
  const picture = await photo('jpeg', 1200, 900);
  // All is made before anybody is timed.
  const made = new Map<Neighbour, MadeNeighbour>();
  for (const neighbour of new Set(groups.flat())) made.set(neighbour, { ...neighbour, sent: await neighbour.make() });
  const honest = () => playHonest(stack, picture, callsEach);
  // The first calls warm the service up.
  await honest();
  const alone = await honest();
  const heldBytes = await heldBytesOf(stack);
  const beside: Round[] = [];
  for (const group of groups) {
    const bad = group.flatMap((neighbour) => made.get(neighbour) ?? []);
    beside.push(await playBeside(stack, bad, honest));
  }
  return { alone, heldBytes, beside };
}

async function playHonest(stack: Stack, picture: Buffer, callsEach: number): Promise<Honest> {
  const callers = Array.from({ length: honestCallers }, async () => {
    const { key } = await stack.createKey({ credits: callsEach + 1, rate: 100_000 });
    const tookMs: number[] = [];
    const statuses: number[] = [];
    const refusals: string[] = [];
    for (let call = 0; call < callsEach; call++) {
      const began = performance.now();
      const answer = await sendWithFetch(stack.base, multipartCall('/v1.0/alpha-channel', key, [filePart(picture)]));
      statuses.push(answer.status);
      tookMs.push(performance.now() - began);
      if (answer.status !== 200) refusals.push(await describeRefusal(stack, answer));
    }
    const unpaid = statuses.filter((status) => status !== 200).length;
    return { tookMs, statuses, refusals, left: await settled(() => stack.credit(key), 1 + unpaid) };
  });
  const all = await Promise.all(callers);
  return {
    tookMs: all.flatMap(({ tookMs }) => tookMs),
    statuses: all.flatMap(({ statuses }) => statuses),
    left: all.map(({ left }) => left),
    refusals: all.flatMap(({ refusals }) => refusals),
  };
}

/** Honest callers beside bad ones, who have begun before and stop behind them. */
async function playBeside(
  stack: Stack,
  bad: readonly MadeNeighbour[],
  playHonest: () => Promise<Honest>,
): Promise<Round> {
  const stop = new AbortController();
  let answered = 0;
  let mostTurns = 0;
  const began = new Set<string>();
  const onCallOf = (name: string) => () => {
    began.add(name);
    const before = answered;
    return () => {
      mostTurns = Math.max(mostTurns, answered - before);
    };
  };
  const asker = await stack.createKey({ rate: 100_000 });
  const asking = (async () => {
    while (!stop.signal.aborted) {
      await stack.credit(asker.key);
      answered++;
    }
  })();
  const running: Promise<Seen>[] = [];
  for (const { name, leavesAnswers, sent, run } of bad) {
    const { key } = await stack.createKey({ credits: creditsOfNeighbour, rate: 100_000 });
    running.push(
      run(stack.base, key, sent, stop.signal, onCallOf(name)).then(async ({ statuses, calls }) => {
        // Each 200 that was read is charged, and nothing else but what is left unread.
        const paid = statuses.filter((status) => status === 200).length;
        const spent = async () => creditsOfNeighbour - (await stack.credit(key));
        return { name, statuses, calls, spent: leavesAnswers ? await spent() : await settled(spent, paid) };
      }),
    );
  }
  await settled(async () => began.size, bad.length);
  const honest = await playHonest();
  const heldBytes = await heldBytesOf(stack);
  stop.abort();
  const neighbours = await Promise.all(running);
  await asking;
  return { honest, neighbours, heldBytes, heldAfter: await settled(() => heldBytesOf(stack), 0), mostTurns };
}

async function heldBytesOf({ base }: Stack): Promise<number> {
  const answer = await fetch(`${base}/healthz`);
  const { memory } = (await answer.json()) as { memory: { total_bytes: number; free_bytes: number } };
  return memory.total_bytes - memory.free_bytes;
}

/** What is known of a call that got no 200. */
async function describeRefusal(stack: Stack, { status, headers, body }: Answer): Promise<string> {
  const health = await (await fetch(`${stack.base}/healthz`)).text();
  const id = headers.get('X-Request-Id') ?? 'none';
  const lines = () => stack.output.filter((line) => line.includes(id));
  // Its line comes by a way of its own, and may be later than the answer.
  await settled(async () => Math.min(1, lines().length), 1);
  return [`${status} ${body}`, health, ...lines()].join('\n');
}

/** What a number comes to, which is the expected one sooner or later if all is well. */
async function settled(read: () => Promise<number>, expected: number): Promise<number> {
  for (const endsBy = Date.now() + patienceMs; Date.now() < endsBy; ) {
    if ((await read()) === expected) return expected;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return read();
}
