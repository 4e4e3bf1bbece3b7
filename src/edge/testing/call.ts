/** For tests: one call to the edge, with a made-up ledger, upload and client. */
import type { Admission, AdmissionRequest, LedgerCalls, WalletBalance } from '../../contract/account.ts';
import type { NamedCall } from '../../contract/idempotency.ts';
import { createKey } from '../../money/keys/format.ts';
import { type EdgeSettings, type Environment, unconfigured } from '../environment.ts';
import type { Exchange } from '../exchange.ts';
import { BodyReader } from '../receive/body.ts';
import { exchangeWith } from './exchange.ts';

/** Secret of the keys of tests. */
export const keyHashSecret = 'secret of the tests';

/** The made-up key's rate limit window. */
export const rate = { limit: 30, remaining: 29, resetUnixSeconds: 5 };
/** What the made-up ledger answers by default. */
export const admitted: Admission = {
  outcome: 'admitted',
  keyId: 'key_1',
  holdId: 'h',
  remembered: null,
  freePreview: null,
  rate,
};

/** A ledger of one hold. It records what it is asked, and answers what the test sets. */
export class FakeLedger {
  /** What it was asked, in order. */
  readonly asked: string[] = [];
  admission: Admission | Error = admitted;
  /** Of the wallet; null where none was opened. */
  balance: WalletBalance | null = null;

  async admit({ operation, idempotencyKey }: AdmissionRequest): Promise<Admission> {
    this.asked.push(`admit ${operation} ${idempotencyKey}`);
    if (this.admission instanceof Error) throw this.admission;
    return this.admission;
  }

  async walletBalance(): Promise<WalletBalance | null> {
    return this.balance;
  }

  async renew(id: string): Promise<boolean> {
    this.asked.push(`renew ${id}`);
    return true;
  }

  async settle(
    id: string,
    fingerprint: string | null,
    isPreview = false,
    call: NamedCall | null = null,
  ): Promise<boolean> {
    this.asked.push(`settle ${id} ${fingerprint}${isPreview ? ' preview' : ''}${call?.edit ? ` ${call.edit}` : ''}`);
    return true;
  }

  async release(id: string): Promise<boolean> {
    this.asked.push(`release ${id}`);
    return true;
  }
}

/** How a call differs from one that succeeds. */
export interface MadeUpCall {
  readonly path?: string;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly upload?: FormData | string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>;
  /** Replaces the good key. */
  readonly key?: string;
  readonly limits?: Partial<EdgeSettings['limits']>;
  readonly settings?: Partial<EdgeSettings>;
  readonly env?: Partial<Record<keyof Environment, unknown>>;
}

export interface Call {
  readonly exchange: Exchange;
  readonly body: BodyReader;
  readonly ledger: FakeLedger;
  /** The client goes away, and the runtime says so. */
  leave(): void;
  /** Waits for the work that goes on after the answer. */
  over(): Promise<void>;
}

/** Makes a call. Its environment has a ledger, and what `terms` add. */
export async function makeCall(terms: MadeUpCall = {}): Promise<Call> {
  const ledger = new FakeLedger();
  const client = new AbortController();
  const behind: Promise<unknown>[] = [];
  const settings = { ...unconfigured, keyHashSecret, ...terms.settings };
  const limits = { ...settings.limits, ...terms.limits };
  const request = new Request(`https://edge${terms.path ?? '/'}`, {
    method: terms.method ?? 'POST',
    headers: { 'X-API-Key': terms.key ?? (await createKey('test', keyHashSecret)), ...terms.headers },
    body: terms.upload,
    signal: client.signal,
    ...(terms.upload instanceof ReadableStream ? { duplex: 'half' } : {}),
  });
  // A ledger with the calls that a paid operation makes.
  const env = { LEDGERS: { getByName: () => ledger as unknown as LedgerCalls }, ...terms.env };
  const exchange = exchangeWith({
    request,
    requestId: 'r',
    env,
    settings: { ...settings, limits },
    waitUntil: (work) => behind.push(work),
  });
  return {
    exchange,
    body: new BodyReader(request, limits),
    ledger,
    leave: () => client.abort(),
    over: async () => {
      await Promise.all(behind);
    },
  };
}

/** An upload of one file and of fields beside it. */
export function form(file: Uint8Array<ArrayBuffer>, fields: Readonly<Record<string, string>> = {}): FormData {
  const upload = new FormData();
  upload.append('file', new Blob([file]), 'photo');
  for (const [name, value] of Object.entries(fields)) upload.append(name, value);
  return upload;
}

/** The header of a BMP of that size: a picture for the image lane. */
export function bmp(widthPx: number, heightPx: number): Uint8Array<ArrayBuffer> {
  const file = new Uint8Array(54);
  const view = new DataView(file.buffer);
  file.set([0x42, 0x4d]);
  view.setUint32(14, 40, true);
  view.setInt32(18, widthPx, true);
  view.setInt32(22, heightPx, true);
  view.setUint16(28, 24, true);
  return file;
}

/** The header of a PNG of that size: a picture for the edge lane if it is small. */
export function png(widthPx: number, heightPx: number): Uint8Array<ArrayBuffer> {
  const file = new Uint8Array(33);
  file.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52]);
  const view = new DataView(file.buffer);
  view.setUint32(16, widthPx);
  view.setUint32(20, heightPx);
  file.set([8, 2], 24);
  return file;
}
