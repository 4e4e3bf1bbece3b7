/** Requests sent by the `curl` program, as most callers of the API send them. */
import { spawn } from 'node:child_process';
import { readAnswers } from '../testing/http-message.ts';
import type { Sender } from '../testing/requests.ts';

/** Sends a call with curl. @throws Error with curl's own words when it reports a failure */
export const sendWithCurl: Sender = async (base, { method, path, headers, body, chunked }) => {
  const options = [
    '-sS',
    '-X',
    method,
    ...Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`]),
  ];
  if (chunked) options.push('-H', 'Transfer-Encoding: chunked');
  if (body) options.push('--data-binary', '@-');
  const received = await runCurl([...options, '-H', 'Expect:', base + path], body);
  const [answer] = readAnswers(received, true);
  if (!answer) throw new Error(`curl received no complete answer: ${received.toString('latin1', 0, 200)}`);
  return answer;
};

/** Runs curl and returns the bytes of its answers, heads included. */
export function runCurl(options: readonly string[], input?: Buffer): Promise<Buffer> {
  // `--raw` leaves chunks as they are, so that a truncated answer shows as one.
  const curl = spawn('curl', ['--include', '--raw', ...options], { stdio: ['pipe', 'pipe', 'pipe'] });
  const received: Buffer[] = [];
  const words: Buffer[] = [];
  curl.stdout.on('data', (piece: Buffer) => received.push(piece));
  curl.stderr.on('data', (piece: Buffer) => words.push(piece));
  // A curl that has its answer may close its input early; its exit status says whether that was a failure.
  curl.stdin.on('error', () => {});
  curl.stdin.end(input);
  return new Promise((resolve, reject) => {
    curl.once('error', reject);
    curl.once('close', (status) => {
      if (status === 0) resolve(Buffer.concat(received));
      else reject(new Error(`curl ended with status ${status}: ${Buffer.concat(words).toString()}`));
    });
  });
}
