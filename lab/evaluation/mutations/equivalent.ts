/** Mutants that no test can kill, because the program behaves the same with them. Each has its reason. */
import type { Mutant } from './mutants.ts';

interface Equivalent extends Pick<Mutant, 'file' | 'from' | 'to'> {
  /** The line without the white space around it, so that the entry is found where the file grows above it. */
  readonly line: string;
  readonly why: string;
}

/** All that are known. */
export const equivalents: readonly Equivalent[] = [
  {
    file: 'src/pages/accounts/auth.ts',
    line: "return typeof body === 'object' && body !== null && 'code' in body ? String(body.code) : 'UNKNOWN';",
    from: "'UNKNOWN'",
    to: "''",
    why: 'It is compared with null and with codes of the library alone',
  },
  {
    file: 'src/pages/accounts/sealing.ts',
    line: "return crypto.subtle.importKey('raw', bytes, algorithm, false, ['encrypt', 'decrypt']);",
    from: 'false',
    to: 'true',
    why: 'A key that may be exported is exported by nobody: it never leaves its file',
  },
  {
    file: 'src/edge/admit/trial.ts',
    line: 'renew: async () => true,',
    from: 'true',
    to: 'false',
    why: 'Whether a hold was renewed is read by nobody: only that it could not be asked for is logged',
  },
  {
    file: 'src/edge/log.ts',
    line: 'fields: Readonly<Record<string, unknown>> = {},',
    from: 'fields: Readonly<Record<string, unknown>> = {}',
    to: 'fields: Readonly<Record<string, unknown>>',
    why: 'Of undefined nothing is spread',
  },
  {
    file: 'src/contract/settings/setting.ts',
    line: "export const anyText = 'a text';",
    from: "'a text'",
    to: "''",
    why: 'Where every text is allowed nobody is refused; otherwise it is compared with itself alone',
  },
  {
    file: 'src/money/ledger/entry-table.ts',
    line: "if (!last || (old.length === 1 && last.kind === 'opening')) return;",
    from: '1',
    to: '2',
    why: 'An opening that is folded alone becomes itself; one that is the last of two there is none',
  },
  {
    file: 'src/edge/receive/json-scanner.ts',
    line: 'while (at < bytes.length && set[bytes[at]] === 1) at++;',
    from: '<',
    to: '<=',
    why: 'After the last byte comes undefined, which is in no set',
  },
  {
    file: 'src/money/ledger/ledger.ts',
    line: 'if (atMs === null || (this.#alarmAtMs !== null && this.#alarmAtMs <= atMs)) return;',
    from: '<=',
    to: '<',
    why: 'An alarm that is set once more for the same moment rings at that moment',
  },
  {
    file: 'src/money/ledger/rate.ts',
    line: 'while (first < hits.length && hits[first] <= nowMs - windowMs) first++;',
    from: '<',
    to: '<=',
    why: 'After the last hit comes undefined, which is not before any time',
  },
  {
    file: 'src/money/ledger/ledger.ts',
    line: 'if (fingerprint !== null) await this.#ringBy(this.#forgettingMs());',
    from: 'await this.#ringBy(this.#forgettingMs())',
    to: 'this.#ringBy(this.#forgettingMs())',
    why: 'The answer of a Durable Object waits for what it has written, the alarm included, also where its code does not',
  },
  {
    file: 'src/pages/operator/admin.ts',
    line: "operatorAdmin.put('/', async (context) => {",
    from: "'/'",
    to: "''",
    why: 'An empty path is the root of its router',
  },
  {
    file: 'src/pages/operator/admin.ts',
    line: "operatorAdmin.all('/', (context) => answerRefusal(context, refusal('METHOD_NOT_ALLOWED', { allow: 'PUT' })));",
    from: "'/'",
    to: "''",
    why: 'An empty path is the root of its router',
  },
  {
    file: 'src/wire/gateway/upload.ts',
    line: 'await Promise.allSettled([reader.cancel(cause), writer.abort(cause)]);',
    from: 'await Promise.allSettled([reader.cancel(cause), writer.abort(cause)])',
    to: 'Promise.allSettled([reader.cancel(cause), writer.abort(cause)])',
    why: 'Nobody waits for the end of an upload that failed, and `allSettled` never rejects',
  },
  ...['(-1)', '1'].map((to) => ({
    file: 'src/money/usage/store.ts',
    line: 'for (const { keyId, atMs } of events) uses.set(keyId, Math.max(atMs, uses.get(keyId) ?? 0));',
    from: '0',
    to,
    why: 'Every call was later than 1970',
  })),
  {
    file: 'src/money/usage/latency.ts',
    line: 'if (within <= 1) return 2 ** ((bucket - 1 + Math.max(0, within)) / perDoubling);',
    from: '0',
    to: '(-1)',
    why: 'Fewer calls are below a bucket than the share asks for, or the one below would have been the answer',
  },
  {
    file: 'src/pages/operator/audit-log.ts',
    line: '.bind(row?.id ?? null)',
    from: 'row?.id ?? null',
    to: '(row?.id)',
    why: 'What is inserted answers its id; there is always one',
  },
  {
    file: 'src/money/allowances/allowances.ts',
    line: 'if (changes.size > 0) await this.#ringAfterNextEnd();',
    from: '0',
    to: '(-1)',
    why: 'Where nothing was counted the alarm is set for the first end already, and one that is set stays',
  },
  ...['undefined', "''", '0', 'false'].map((to) => ({
    file: 'src/pages/accounts/former-secrets.ts',
    line: "const claims = await verify(token, each, 'HS256').catch(() => null);",
    from: 'null',
    to,
    why: 'It counts only whether there are claims',
  })),
  {
    file: 'src/pages/accounts/hash-line.ts',
    line: '#restEndsMs = 0;',
    from: '0',
    to: '(-1)',
    why: 'No clock of an isolate is before 0, so there is no rest either way',
  },
  {
    file: 'src/pages/site/browser/playground/subject-box.ts',
    line: "fields()[0]?.dispatchEvent(new Event('change', { bubbles: true }));",
    from: '0',
    to: '1',
    why: 'The box has several fields, all of them in the one form that listens',
  },
  {
    file: 'src/pages/site/operator/account.tsx',
    line: "<code>{keyId ?? ''}</code>",
    from: "keyId ?? ''",
    to: '(keyId)',
    why: 'Of null an element holds nothing',
  },
  {
    file: 'src/pages/site/operator/invitations.tsx',
    line: `<th scope="row">{note ?? ''}</th>`,
    from: "note ?? ''",
    to: '(note)',
    why: 'Of null an element holds nothing',
  },
  {
    file: 'src/pages/site/browser/playground/outcome.ts',
    line: 'const first = String.fromCharCode(...new Uint8Array(await file.slice(0, 4).arrayBuffer()));',
    from: '4',
    to: '5',
    why: 'No signature that the text is compared with is longer than four',
  },
  ...['(-1)', '1'].map((to) => ({
    file: 'src/pixels/pipeline/car/body.ts',
    line: 'const sizes = [0];',
    from: '0',
    to,
    why: 'It is the size of label 0, which is no part; it only makes the first part number 1',
  })),
  {
    file: 'src/pixels/pipeline/shadow/contact.ts',
    line: 'for (let at = 0; at < values.length; at++) {',
    from: '<',
    to: '<=',
    why: 'What is written behind the last place of a typed array is dropped',
  },
  {
    file: 'src/pixels/pipeline/picture/png-pixels.ts',
    line: 'if (filled > 0 && filled + end - at > joinedBytes) {',
    from: '>',
    to: '>=',
    why: 'The stream is the same in any blocks, an empty one among them too',
  },
  ...['endCode', 'offset'].map((name) => ({
    file: 'src/pixels/pipeline/picture/jpeg-entropy.ts',
    line: `readonly ${name} = new Int32Array(17);`,
    from: '17',
    to: '18',
    why: 'No code is longer than 16 bits, so nothing is read at one place more',
  })),
  {
    file: 'src/pages/site/dashboard/keys.tsx',
    line: 'if (endsAtMs === null) return null;',
    from: 'null',
    to: 'undefined',
    why: 'Of neither an element holds anything',
  },
  {
    file: 'src/pages/site/browser/brush/dab.ts',
    line: 'if (distancePx >= outer) return 0;',
    from: '>=',
    to: '>',
    why: 'At the rim itself the curve is 0 as well',
  },
];

/** Why a mutant changes nothing; null where it does, as far as is known. @param line the text of its line */
export function whyEquivalent({ file, from, to }: Mutant, line: string): string | null {
  const found = equivalents.find(
    (known) => known.file === file && known.from === from && known.to === to && known.line === line.trim(),
  );
  return found?.why ?? null;
}
