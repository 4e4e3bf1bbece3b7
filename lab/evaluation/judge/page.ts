/** The page that shows pairs in a browser on the same machine, and writes each verdict into the text file. */
import { appendFileSync, createReadStream, readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import * as z from 'zod';
import type { Pair } from './pairs.ts';
import { other, type Showing } from './showings.ts';
import { parseVerdicts, preferences, qualities, verdictLine } from './verdicts.ts';

const verdict = z.strictObject({
  number: z.number().int(),
  x: z.enum(qualities),
  y: z.enum(qualities),
  better: z.enum(preferences),
  reason: z.string(),
});

/** What the page shows. It learns a showing's number, and whether both answers have the same pixels; nothing else. */
export interface Shown {
  readonly showings: readonly Showing[];
  readonly pairs: ReadonlyMap<string, Pair>;
  /** Text file of the verdicts, which has a line for each showing already. */
  readonly verdicts: string;
}

/** A server that listens nowhere yet. */
export function judgingServer(shown: Shown): Server {
  return createServer((request, response) => {
    answer(request, response, shown).catch((cause: unknown) => {
      response
        .writeHead(400, { 'content-type': 'text/plain' })
        .end(cause instanceof Error ? cause.message : String(cause));
    });
  });
}

async function answer(request: IncomingMessage, response: ServerResponse, shown: Shown): Promise<void> {
  const [, kind, digits] = /^\/([a-z]*)(?:\/(\d+))?$/.exec(request.url ?? '') ?? [null, 'nothing'];
  response.setHeader('cache-control', 'no-store');
  if (request.method === 'POST' && kind === 'verdicts') {
    appendFileSync(shown.verdicts, `${lineOf(verdict.parse(await json(request)), shown)}\n`);
    response.writeHead(204).end();
  } else if (kind === '') {
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end(readFileSync(new URL('page.html', import.meta.url)));
  } else if (kind === 'showings') {
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(publicPart(shown)));
  } else {
    const file = fileOf(kind, Number(digits), shown);
    if (file === null) response.writeHead(404).end();
    else createReadStream(file).pipe(response);
  }
}

function lineOf(judged: z.infer<typeof verdict>, { showings }: Shown): string {
  const showing = showings.find(({ number }) => number === judged.number);
  if (!showing) throw new Error(`There is no number ${judged.number}`);
  return verdictLine(judged, showing.same);
}

function publicPart({ showings, verdicts }: Shown) {
  const given = parseVerdicts(readFileSync(verdicts, 'utf8'), showings);
  return showings.map(({ number, same }) => ({ number, same, verdict: given.get(number) ?? null }));
}

/** The file of `/photo/7`, `/x/7` or `/y/7`. */
function fileOf(kind: string, number: number, { showings, pairs }: Shown): string | null {
  const showing = showings.find((each) => each.number === number);
  const pair = showing && pairs.get(showing.photo);
  if (!pair) return null;
  if (kind === 'photo') return pair.photo;
  if (kind === 'x') return pair.answers[showing.x];
  return kind === 'y' ? pair.answers[other(showing.x)] : null;
}
