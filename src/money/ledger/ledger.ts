/**
 * The truth about one wallet: a SQLite Durable Object named by the type and handle of its keys.
 *
 * Each call decides on the state in memory, stores the events in one transaction and only then changes the memory.
 * All of it is synchronous, so calls cannot interleave; an eviction loses nothing, because the state is read back. A
 * write that finds another process's writes is undone and the state read anew. The alarm gives back holds whose lease
 * ran out and forgets what has ended.
 */
import { DurableObject } from 'cloudflare:workers';
import {
  type Admission,
  type AdmissionRequest,
  type AskingKey,
  type AuditPage,
  beginsAnew,
  type Entry,
  type Grant,
  type KeyOpening,
  type KeyState,
  type LedgerCalls,
  type LedgerKeys,
  type NamedBefore,
  type Refund,
  type Refunded,
  type WalletBalance,
  type WalletOpening,
} from '../../contract/account.ts';
import type { NamedCall } from '../../contract/idempotency.ts';
import { freePreviewsOf, type Limits, parseLimits } from '../../contract/limits.ts';
import type { ScopeName } from '../../contract/operations.ts';
import { admit } from './admission.ts';
import { auditEntries } from './chain.ts';
import * as credits from './credits.ts';
import * as holds from './holds.ts';
import type { Remembered } from './names.ts';
import { type Decision, evolve, faultOf, keyOf, keyState, type LedgerEvent, type LedgerState } from './state.ts';
import { LedgerStore } from './store.ts';
import * as wallet from './wallet.ts';

/** Entries that are checked when a ledger loads, and in one call of an audit. */
const checkedAtLoad = 1000;
const checkedAtAudit = 100_000;
const maxTries = 5;
const retryMs = 20;
const minuteMs = 60_000;

/** What was decided could not be stored, and is undone. */
class NotWritten extends Error {}

type Rule<Answer> = (state: LedgerState, nowMs: number) => Decision<Answer>;

/** What takes rights away and moves no credits is done even where the credits do not add up. */
interface Trust {
  readonly evenUnsound?: boolean;
}

interface Loaded {
  readonly state: LedgerState;
  /** Why the state cannot be trusted; null if it can. */
  readonly fault: string | null;
}

/** The Durable Object. Its public methods are called from the edge and the admin API, and from nowhere else. */
export class KeyLedger extends DurableObject implements LedgerCalls {
  readonly #limits: Limits;
  readonly #store: LedgerStore;
  /** Null when it is to be read anew. */
  #loaded: Loaded | null = null;
  /** When the alarm will ring; null when none is set. */
  #alarmAtMs: number | null = null;

  constructor(context: DurableObjectState, env: Cloudflare.Env) {
    super(context, env);
    this.#limits = parseLimits({ ...env });
    this.#store = new LedgerStore(context.storage.sql);
    if (!this.#stored().state.wallet) return;
    context.blockConcurrencyWhile(async () => {
      this.#alarmAtMs = await context.storage.getAlarm();
      await this.#ringBy(this.#nextEndMs());
    });
  }

  async admit(request: AdmissionRequest): Promise<Admission> {
    const { idempotencyKey, once } = request;
    const { leaseMs } = this.#limits;
    const freePreviews = freePreviewsOf(this.#limits);
    const admission = this.#commit((state, nowMs) => {
      const remembered = idempotencyKey === null ? null : this.#remembered(state, request.key, idempotencyKey);
      const isUsed = Boolean(once && this.#store.isUsed(once.id));
      const holdId = once?.id ?? crypto.randomUUID();
      return admit(state, { ...request, holdId, leaseMs, remembered, freePreviews, isUsed }, nowMs);
    });
    if (admission.outcome === 'admitted') {
      await this.#ringBy(this.#stored().state.holds.get(admission.holdId)?.leaseEndsAtMs ?? null);
    }
    return admission;
  }

  async renew(holdId: string): Promise<boolean> {
    return this.#insist((state, nowMs) => holds.renew(state, holdId, this.#limits.leaseMs, nowMs));
  }

  async settle(
    holdId: string,
    fingerprint: string | null,
    isPreview = false,
    call: NamedCall | null = null,
  ): Promise<boolean> {
    const settled = await this.#insist((state, nowMs) =>
      holds.settle(state, holdId, fingerprint, nowMs, { isPreview, call }),
    );
    if (fingerprint !== null) await this.#ringBy(this.#forgettingMs());
    return settled;
  }

  async release(holdId: string): Promise<boolean> {
    return this.#insist((state) => holds.release(state, holdId));
  }

  async open(opening: WalletOpening): Promise<KeyState | null> {
    const isOurs = this.#commit((state, nowMs) => wallet.open(state, opening, nowMs));
    return isOurs ? this.keyState(opening.keyId) : null;
  }

  async addKey(opening: KeyOpening): Promise<'added' | 'full' | 'unknown'> {
    return this.#commit((state, nowMs) => wallet.addKey(state, opening, nowMs));
  }

  async topUp(keyId: string, grant: Grant): Promise<KeyState | null> {
    const lifetimeMs = this.#limits.creditLifetimeDays * 86_400_000;
    return this.#amend(keyId, (state, nowMs) => {
      return credits.grant(state, grant, this.#store.knownOfGrant(grant.reference), lifetimeMs, nowMs);
    });
  }

  async refund(refund: Refund): Promise<Refunded | null> {
    return this.#commit((state, nowMs) => {
      const { isGranted } = this.#store.knownOfGrant(refund.of);
      return credits.refund(state, refund, { before: this.#store.knownRefund(refund.reference), isGranted }, nowMs);
    });
  }

  async setExpiry(keyId: string, expiresAtMs: number): Promise<KeyState | null> {
    return this.#amend(keyId, (state) => wallet.amendWallet(state, { expiresAtMs }));
  }

  async suspend(keyId: string, suspended: boolean): Promise<KeyState | null> {
    return this.#amend(keyId, (state) => wallet.amendWallet(state, { suspended }), { evenUnsound: suspended });
  }

  async setRate(keyId: string, ratePerMinute: number): Promise<KeyState | null> {
    return this.#amend(keyId, (state) => wallet.amendKey(state, keyId, { ratePerMinute }));
  }

  async restrict(keyId: string, operations: readonly ScopeName[] | null): Promise<KeyState | null> {
    return this.#amend(keyId, (state) => wallet.amendKey(state, keyId, { operations }));
  }

  async setLimit(keyId: string, limit: number | null): Promise<KeyState | null> {
    return this.#amend(keyId, (state) => wallet.amendKey(state, keyId, { limit }));
  }

  async endKey(keyId: string, atMs: number | null): Promise<KeyState | null> {
    return this.#amend(keyId, (state, nowMs) => wallet.endKey(state, keyId, atMs ?? nowMs, nowMs), {
      evenUnsound: true,
    });
  }

  async keyState(keyId: string): Promise<KeyState | null> {
    return keyState(this.#stored().state, keyId, Date.now());
  }

  async keyStates(keyIds: readonly string[]): Promise<readonly (KeyState | null)[]> {
    const { state } = this.#stored();
    return keyIds.map((keyId) => keyState(state, keyId, Date.now()));
  }

  async allKeys(): Promise<LedgerKeys | null> {
    const { wallet, keys } = this.#stored().state;
    if (!wallet) return null;
    const listed = [...keys.values()].map(({ key: { id, hash, endsAtMs } }) => {
      return { id, isHidden: hash === null, endsAtMs };
    });
    return { suspended: wallet.suspended, keys: listed };
  }

  async walletBalance(): Promise<WalletBalance | null> {
    const { wallet } = this.#stored().state;
    if (!wallet) return null;
    const { balance, expiresAtMs } = wallet;
    return { balance, expiresAtMs, lastGrant: this.#store.lastGrant() };
  }

  // Former names, for one release: while a deployment goes out, Workers of the version before still call them.
  standing(keyId: string): Promise<KeyState | null> {
    return this.keyState(keyId);
  }

  standings(keyIds: readonly string[]): Promise<readonly (KeyState | null)[]> {
    return this.keyStates(keyIds);
  }

  walletStanding(): Promise<WalletBalance | null> {
    return this.walletBalance();
  }

  async entries(limit: number, beforeSequence: number | null): Promise<readonly Entry[]> {
    return this.#store.entries(limit, beforeSequence);
  }

  async entriesOfRequest(requestId: string): Promise<readonly Entry[]> {
    return this.#store.entriesOfRequest(requestId);
  }

  async names(limit: number, beforeSequence: number | null): Promise<readonly NamedBefore[]> {
    this.#stored();
    return this.#store.names(limit, beforeSequence);
  }

  async prepareRestore(atMs: number): Promise<string> {
    const { storage } = this.ctx;
    return storage.onNextSessionRestoreBookmark(await storage.getBookmarkForTime(atMs));
  }

  async restart(): Promise<void> {
    this.ctx.abort(beginsAnew);
  }

  async audit(from: number | null): Promise<AuditPage | null> {
    const { state } = this.#stored();
    if (!state.wallet) return null;
    const fault = faultOf(state);
    if (fault) return { fault, checked: 0, next: null };
    return auditEntries(this.#store, state.wallet.balance, from, checkedAtAudit);
  }

  async mend(): Promise<Entry | null> {
    const { state } = this.#stored();
    if (!state.wallet) return null;
    const nowMs = Date.now();
    // Holds beyond the balance cannot all be charged: they lapse, and their calls are free.
    const lapsed = state.held > state.wallet.balance ? holds.lapseAll(state, nowMs).events : [];
    const { events } = wallet.correct(state, this.#store.sumOfEntries(), nowMs);
    this.#write(state, [...lapsed, ...events]);
    this.#loaded = null;
    await this.#ringBy(this.#nextEndMs());
    return this.#store.entries(1, null)[0];
  }

  async probe(): Promise<void> {
    this.#store.probe(Date.now());
  }

  override async alarm(): Promise<void> {
    this.#alarmAtMs = null;
    await this.#insist((state, nowMs) => holds.lapse(state, nowMs));
    this.#undoable(() => this.#store.tidy(Date.now()));
    await this.#ringBy(this.#nextEndMs());
  }

  /** What is remembered under a name of that key; null where the wallet has no such key. */
  #remembered(state: LedgerState, asking: AskingKey, name: string): Remembered | null {
    const use = keyOf(state, asking);
    return use ? this.#store.remembered(use.key.id, name) : null;
  }

  /** Changes the terms of a key or of its wallet; nothing where the wallet has no such key. */
  #amend(keyId: string, rule: Rule<boolean>, trust: Trust = {}): KeyState | null {
    if (!this.#stored().state.keys.has(keyId)) return null;
    this.#commit(rule, trust);
    return keyState(this.#stored().state, keyId, Date.now());
  }

  /** The state as it is stored, and whether it can be trusted. */
  #stored(): Loaded {
    this.#loaded ??= this.#load();
    return this.#loaded;
  }

  #load(): Loaded {
    const state = this.#store.load();
    const { wallet } = state;
    const fault = faultOf(state) ?? (wallet && auditEntries(this.#store, wallet.balance, null, checkedAtLoad).fault);
    return { state, fault };
  }

  /** Decides on the state and stores what was decided. @throws Error when the state is unsound, or cannot be stored */
  #commit<Answer>(rule: Rule<Answer>, { evenUnsound = false }: Trust = {}): Answer {
    const { state, fault } = this.#stored();
    if (fault && !evenUnsound)
      throw new Error(`The ledger ${this.#name} is unsound: ${fault}. Run: npm run keys -- audit`);
    const { answer, events } = rule(state, Date.now());
    if (events.length > 0) this.#write(state, events, { evenUnsound: fault !== null });
    return answer;
  }

  /** The same, once more where it was not stored: a call that was answered is charged all the same. */
  async #insist<Answer>(rule: Rule<Answer>): Promise<Answer> {
    for (let failures = 1; ; failures++) {
      try {
        return this.#commit(rule);
      } catch (cause) {
        if (!(cause instanceof NotWritten) || failures === maxTries) throw cause;
      }
      // The transaction that failed ends with this turn of the event loop; only then is anything new to be read.
      await new Promise((resolve) => setTimeout(resolve, failures * retryMs));
    }
  }

  #write(state: LedgerState, events: readonly LedgerEvent[], { evenUnsound = false }: Trust = {}): void {
    this.#undoable(() => {
      this.#store.write(events);
      for (const event of events) evolve(state, event);
      const fault = evenUnsound ? null : faultOf(state);
      if (fault) throw new Error(`Unsound: ${fault}`);
    });
  }

  /** Runs writes in one transaction. When they fail the state is read anew before anything else is decided. */
  #undoable(writes: () => void): void {
    try {
      this.ctx.storage.transactionSync(writes);
    } catch (cause) {
      this.#loaded = null;
      throw new NotWritten(`The ledger ${this.#name} wrote nothing: ${String(cause)}`, { cause });
    }
  }

  get #name(): string {
    return this.ctx.id.name ?? this.ctx.id.toString();
  }

  /** The full minute after the next memory ends, so that many share one alarm. */
  #forgettingMs(): number | null {
    const endMs = this.#store.nextMemoryEndMs();
    return endMs === null ? null : Math.ceil(endMs / minuteMs) * minuteMs;
  }

  /** The earliest end of a lease or of memories. */
  #nextEndMs(): number | null {
    const forgettingMs = this.#forgettingMs();
    const lapseMs = holds.nextLapseMs(this.#stored().state);
    if (forgettingMs === null || lapseMs === null) return forgettingMs ?? lapseMs;
    return Math.min(forgettingMs, lapseMs);
  }

  /** One alarm serves all: it is moved when something ends earlier. */
  async #ringBy(atMs: number | null): Promise<void> {
    if (atMs === null || (this.#alarmAtMs !== null && this.#alarmAtMs <= atMs)) return;
    this.#alarmAtMs = atMs;
    await this.ctx.storage.setAlarm(atMs);
  }
}
