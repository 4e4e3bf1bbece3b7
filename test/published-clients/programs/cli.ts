/** Runs the command `removebg` of PyPI's `removebg-cli`, once for each call, and reads what it prints. */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { samplePython } from '../../conformance/samples.ts';
import type { Order, Program, Said } from './program.ts';

const command = path.join(path.dirname(samplePython), 'removebg');
const options: Readonly<Record<string, string>> = { size: '-s', format: '-f', bg_color: '-b' };
const flags: Readonly<Record<string, string>> = { crop: '-c', add_shadow: '--shadow' };

export const runCli: Program = async (orders, folder, environment) => {
  const answers: Said[] = [];
  for (const order of orders) {
    const own = { ...environment, REMOVE_BG_API_KEY: order.key, COLUMNS: '200', PYTHONUNBUFFERED: '1' };
    answers.push(read(order, folder, await printed(wordsFor(order), folder, own)));
  }
  return answers;
};

function wordsFor({ account, way, photo, address, fields, out }: Order): string[] {
  if (account) return ['--account'];
  const given = Object.entries(fields).flatMap(([name, value]) =>
    name in flags ? [flags[name]] : [options[name], value],
  );
  return [way === 'url' ? address : String(photo), ...given, '-o', out];
}

/** What the command says until it ends, or until it says that it will wait: it sends the call again after `Retry-After`. */
function printed(words: readonly string[], folder: string, environment: NodeJS.ProcessEnv): Promise<string> {
  const child = spawn(command, words, { cwd: folder, env: environment });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      said += text;
      if (waits.test(said)) child.kill();
    });
  }
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', () => resolve(said));
  });
}

/** Of a 429: "too fast, again in N seconds". */
const waits = /请求过快，\d+秒后重试/;

/** @throws Error with what it printed where that is none of its sentences */
function read({ account, out }: Order, folder: string, said: string): Said {
  if (waits.test(said)) return { status: 429 };
  const [, status] = /API错误 \[(\d+)\]/.exec(said) ?? [];
  if (status) return { status: Number(status) };
  const [, credits] = /Credits:\s*(\d+)/.exec(said) ?? [];
  if (account && credits) return { credits: Number(credits) };
  const [, charged] = /消耗 (\S+) credits/.exec(said) ?? [];
  if (charged && existsSync(path.join(folder, out))) return { file: out, charged };
  throw new Error(`removebg says: ${said}`);
}
