/** Inference services of other machines: a start asks whether they answer, and what they serve. Nothing of them is prepared here. */
import { setTimeout as pause } from 'node:timers/promises';
import { edgeSettings } from '../contract/settings/edge.ts';
import { readSettings, SettingsFault, type Variables } from '../contract/settings/read.ts';
import type { PlaceForInference, PreparedInference, Room } from './inference-place.ts';

/** What the shell says of them. */
export interface Elsewhere {
  readonly inferenceUrls: readonly string[];
  /** Undefined: the same places. Null: there is no image lane. */
  readonly laneUrls: readonly string[] | null | undefined;
  readonly inferenceToken: string | undefined;
}

interface TimesOfLoading {
  /** How long services may load their networks. */
  readonly loadingMs: number;
  readonly againMs: number;
}

const usualTimes: TimesOfLoading = { loadingMs: 120_000, againMs: 1000 };
const answerMs = 5000;
const { matteModel, matteModels, pointSegmenter } = edgeSettings;
const pointRole = 'point-segmenter';

/**
 * Inference on other machines.
 * @throws Error with one line where the token is missing
 */
export function inferenceElsewhere(
  { inferenceUrls, laneUrls, inferenceToken }: Elsewhere,
  variables: Variables,
  times = usualTimes,
): PlaceForInference {
  if (!inferenceToken) throw new Error('INFERENCE_URL needs INFERENCE_TOKEN, that of the services there');
  const ask = asker(inferenceToken);
  return { port: null, prepare };

  async function prepare({ edgeVariables, say }: Room): Promise<PreparedInference> {
    const base = await firstReady(inferenceUrls, ask, say, times);
    if (laneUrls) await sayTroubles(laneUrls, ask, say);
    const isServed = async (name: string) => (await ask(`${base}/v2/models/${name}`)) === 'ready';
    await checkMattes(base, variables, isServed);
    say(`Networks run at ${inferenceUrls.join(', ')}`);
    const { variable } = pointSegmenter;
    const isKnown = Boolean(edgeVariables[variable]) || (await isServed(pointRole));
    return {
      edgeVariables: isKnown ? {} : { [variable]: 'off' },
      gatewayVariables: {
        INFERENCE_URL: inferenceUrls.join(','),
        INFERENCE_TOKEN: inferenceToken ?? '',
        ...(laneUrls !== undefined && { LANE_URL: laneUrls?.join(',') ?? 'none' }),
      },
      start: null,
    };
  }
}

/** What an address said: that it is ready, that it is not yet, or why it is of no use. */
type Said = 'ready' | 'loading' | { readonly trouble: string };
type Ask = (url: string) => Promise<Said>;

/** Asks with the token. Never throws. */
function asker(token: string): Ask {
  return async (url) => {
    try {
      const headers = { Authorization: `Bearer ${token}` };
      const answer = await fetch(url, { headers, redirect: 'manual', signal: AbortSignal.timeout(answerMs) });
      await answer.body?.cancel();
      if (answer.status === 200) return 'ready';
      if (answer.status === 503) return 'loading';
      const isRefused = answer.status === 401 || answer.status === 403;
      return { trouble: isRefused ? 'refuses INFERENCE_TOKEN' : `answers ${answer.status}` };
    } catch (cause) {
      return { trouble: `cannot be reached (${reasonOf(cause)})` };
    }
  };
}

function reasonOf(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  if (cause.name === 'TimeoutError') return `no answer within ${answerMs / 1000} s`;
  const { code, message } = (cause.cause ?? cause) as NodeJS.ErrnoException;
  return code ?? message;
}

/**
 * Waits until a service is ready; what the others say is said.
 * @throws Error in one line where none will be
 */
async function firstReady(
  bases: readonly string[],
  ask: Ask,
  say: (line: string) => void,
  { loadingMs, againMs }: TimesOfLoading,
): Promise<string> {
  const untilMs = Date.now() + loadingMs;
  for (let isSaid = false; ; isSaid = true) {
    const words = await Promise.all(bases.map((base) => ask(`${base}/v2/health/ready`)));
    const troubles = troublesOf(bases, words);
    const ready = bases.find((_, index) => words[index] === 'ready');
    if (ready !== undefined) {
      for (const trouble of troubles) say(`${trouble}; it gets calls once it is ready`);
      return ready;
    }
    if (!words.includes('loading') || Date.now() > untilMs) {
      throw new Error(`No inference service can be used: ${troubles.join(', ')}; see npm run inference -- --help`);
    }
    if (!isSaid) say('Waiting for the networks of other machines …');
    await pause(againMs);
  }
}

/** Without an image lane the service goes on: large pictures get 503 until there is one. */
async function sayTroubles(bases: readonly string[], ask: Ask, say: (line: string) => void): Promise<void> {
  const words = await Promise.all(bases.map((base) => ask(`${base}/lane/v1/ready`)));
  for (const trouble of troublesOf(bases, words)) say(`The image lane at ${trouble}; it gets calls once it is ready`);
}

function troublesOf(bases: readonly string[], words: readonly Said[]): string[] {
  return words.flatMap((word, index) => {
    if (word === 'ready') return [];
    return [`${bases[index]} ${word === 'loading' ? 'is not ready' : word.trouble}`];
  });
}

/** @throws SettingsFault where the edge would ask for a network that is not there */
async function checkMattes(
  base: string,
  variables: Variables,
  isServed: (name: string) => Promise<boolean>,
): Promise<void> {
  const given = readSettings({ matteModel, matteModels }, variables);
  const named = [
    [matteModel.variable, given.matteModel] as const,
    ...given.matteModels.map((name) => [matteModels.variable, name] as const),
  ];
  for (const [variable, name] of named) {
    if (!(await isServed(encodeURIComponent(name)))) {
      throw new SettingsFault(`Expected a network of ${base} for ${variable} but received ${name}`);
    }
  }
}
