/**
 * The truth about one key: a SQLite Durable Object named by the key's HMAC.
 *
 * Each call decides on the state in memory, stores the events in one transaction and only then changes the memory.
 * All of it is synchronous, so calls cannot interleave; an eviction loses nothing, because the constructor reads the
 * state back. The alarm gives back holds whose lease ran out.
 */
import { DurableObject } from 'cloudflare:workers';
import type {
  AccountStanding,
  AccountTerms,
  Admission,
  AdmissionRequest,
  Entry,
  LedgerCalls,
} from '../contract/account.ts';
import { type Limits, parseLimits } from '../contract/limits.ts';
import type { OperationName } from '../contract/operations.ts';
import * as rules from './rules.ts';
import { LedgerStore } from './store.ts';

export class KeyLedger extends DurableObject<Record<string, unknown>> implements LedgerCalls {
  private readonly limits: Limits;
  private readonly store: LedgerStore;
  private readonly state: rules.LedgerState;
  /** When the alarm will ring; undefined when this instance has not set one yet. */
  private alarmAtMs: number | undefined;

  constructor(context: DurableObjectState, env: Record<string, unknown>) {
    super(context, env);
    this.limits = parseLimits(env);
    this.store = new LedgerStore(context.storage.sql);
    this.state = this.store.load();
    rules.assertSound(this.state);
  }

  async admit({ operation, requestId }: AdmissionRequest): Promise<Admission> {
    const command = { operation, requestId, holdId: crypto.randomUUID(), leaseMs: this.limits.leaseMs };
    const admission = this.commit(rules.admit(this.state, command, Date.now()));
    if (admission.outcome === 'admitted') await this.ringBy(Date.now() + this.limits.leaseMs);
    return admission;
  }

  async renew(holdId: string): Promise<boolean> {
    return this.commit(rules.renew(this.state, holdId, this.limits.leaseMs, Date.now()));
  }

  async settle(holdId: string, _fingerprint: string | null): Promise<boolean> {
    return this.commit(rules.settle(this.state, holdId, Date.now()));
  }

  async release(holdId: string): Promise<boolean> {
    return this.commit(rules.release(this.state, holdId));
  }

  async open(terms: AccountTerms): Promise<AccountStanding> {
    this.store.createTables();
    this.commit(rules.open(this.state, terms, Date.now()));
    const standing = rules.standing(this.state, Date.now());
    if (!standing) throw new Error('The ledger was opened and has no account');
    return standing;
  }

  async topUp(credits: number, expiresAtMs: number | null): Promise<AccountStanding | null> {
    const lifetimeMs = this.limits.creditLifetimeDays * 86_400_000;
    this.commit(rules.topUp(this.state, credits, expiresAtMs, lifetimeMs, Date.now()));
    return this.standing();
  }

  async setExpiry(expiresAtMs: number): Promise<AccountStanding | null> {
    this.commit(rules.amend(this.state, { expiresAtMs }));
    return this.standing();
  }

  async setRate(ratePerMinute: number): Promise<AccountStanding | null> {
    this.commit(rules.amend(this.state, { ratePerMinute }));
    return this.standing();
  }

  async restrict(operations: readonly OperationName[] | null): Promise<AccountStanding | null> {
    this.commit(rules.amend(this.state, { operations }));
    return this.standing();
  }

  async revoke(): Promise<AccountStanding | null> {
    this.commit(rules.amend(this.state, { revoked: true }));
    return this.standing();
  }

  async standing(): Promise<AccountStanding | null> {
    return rules.standing(this.state, Date.now());
  }

  async entries(limit: number, beforeSequence: number | null): Promise<readonly Entry[]> {
    if (!this.state.account) return [];
    return this.store.entries(limit, beforeSequence);
  }

  override async alarm(): Promise<void> {
    this.alarmAtMs = undefined;
    const nextMs = this.commit(rules.lapse(this.state, Date.now()));
    if (nextMs !== null) await this.ringBy(nextMs);
    if (this.state.account) this.ctx.storage.transactionSync(() => this.store.fold(Date.now()));
  }

  private commit<Answer>({ answer, events }: rules.Decision<Answer>): Answer {
    if (events.length === 0) return answer;
    this.ctx.storage.transactionSync(() => {
      for (const event of events) this.store.write(event);
    });
    for (const event of events) rules.evolve(this.state, event);
    rules.assertSound(this.state);
    return answer;
  }

  /** One alarm serves all holds: it is set when none is pending and looks again while any hold is open. */
  private async ringBy(atMs: number): Promise<void> {
    if (this.alarmAtMs !== undefined && this.alarmAtMs <= atMs) return;
    this.alarmAtMs = atMs;
    await this.ctx.storage.setAlarm(atMs);
  }
}
