/** A full disk under ledgers and directory, on a small file system in memory: it takes root to mount one. */
import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdtempSync, rmdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { decide } from '../../testing/needs.ts';
import { noisePhoto } from '../../testing/photos.ts';
import { movementsOf, settled } from '../accounts.ts';
import { describeWith } from '../run/describe-with.ts';
import { type CreatedKey, type Stack, startStack } from '../stack.ts';

const place = mkdtempSync(path.join(tmpdir(), 'edgematte-full-'));
const filler = path.join(place, 'filler');
const whyNot = decide('mount', mount());

/** @returns why no small file system could be mounted; null where it was */
function mount(): string | null {
  if (process.platform !== 'linux') return 'only Linux has tmpfs';
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=48m', 'tmpfs', place], { stdio: 'pipe' });
    return null;
  } catch (cause) {
    return `tmpfs cannot be mounted here: ${cause}`;
  }
}

/** Writes until the file system has no room. */
function fill(): void {
  const piece = Buffer.alloc(65_536);
  try {
    for (;;) appendFileSync(filler, piece);
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'ENOSPC') throw cause;
  }
}

afterAll(() => {
  if (whyNot === null) execFileSync('umount', [place]);
  rmdirSync(place);
});

describeWith(whyNot, 'on a full disk', () => {
  let stack: Stack;
  let key: CreatedKey;
  let photo: Buffer;

  beforeAll(async () => {
    photo = await noisePhoto(64, 48);
    stack = await startStack({ stateDirectory: path.join(place, 'workers') });
    key = await stack.createKey({ credits: 5 });
  });
  afterAll(() => stack?.stop());

  async function call() {
    const body = new FormData();
    body.append('file', new Blob([new Uint8Array(photo)]), 'photo.jpg');
    const headers = { 'X-API-Key': key.key };
    const answer = await fetch(`${stack.base}/v1.0/alpha-channel`, { method: 'POST', headers, body });
    await answer.arrayBuffer();
    return { status: answer.status, retryAfter: answer.headers.get('Retry-After') };
  }

  async function health() {
    const answer = await fetch(`${stack.base}/healthz`);
    const { status, ledger, directory } = (await answer.json()) as Record<string, unknown>;
    return { http: answer.status, status, ledger, directory };
  }

  test('calls and the admin API are 503, /healthz and the log say why, and all is back once there is room', async () => {
    expect((await call()).status).toBe(200);
    await settled(stack, key);
    // A minute may not have to pass before health notices.
    expect(await health()).toMatchObject({ http: 200 });
    fill();
    expect(await call()).toEqual({ status: 503, retryAfter: '2' });
    const made = await stack.admin('POST', '/keys', { type: 'test', credits: 1 });
    expect([made.status, made.headers.get('X-Error-Code')]).toEqual([503, 'SERVICE_UNAVAILABLE']);
    const down = { http: 503, status: 'unavailable', ledger: 'unavailable', directory: 'unavailable' };
    expect(await health()).toEqual(down);
    expect(stack.output.join('\n')).toContain('disk full');

    rmSync(filler);
    const up = { http: 200, status: 'ready', ledger: 'ready', directory: 'ready' };
    await expect.poll(health, { timeout: 90_000, interval: 1000 }).toEqual(up);
    expect((await call()).status).toBe(200);
    await settled(stack, key);
    expect((await movementsOf(stack, key)).map(({ kind }) => kind)).toEqual(['charge', 'charge']);
  });
});
