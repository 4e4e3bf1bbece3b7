/** The audit log: what operators did: a row before each act, which says when it was done. */

/** Who acts. */
export interface Actor {
  /** Of the operator's account; null for the admin token. */
  readonly accountId: string | null;
  readonly email: string;
}

/** The holder of the admin token, who has no name. */
export const adminToken: Actor = { accountId: null, email: 'admin token' };

/** What an operator can do. */
export type ActName =
  | 'top up'
  | 'refund'
  | 'suspend'
  | 'resume'
  | 'invite'
  | 'make operator'
  | 'unmake operator'
  | 'remove second factor'
  | 'end sessions'
  | 'delete account'
  | 'seal second factors'
  | 'write incident'
  | 'change incident'
  | 'remove incident';

/** One row of the audit log. */
export interface NotedAct {
  readonly id: number;
  readonly atMs: number;
  readonly operator: string;
  readonly act: string;
  readonly accountId: string | null;
  readonly detail: string;
  /** False where it failed half-way, or still runs. */
  readonly done: boolean;
}

interface Directory {
  readonly DIRECTORY: D1Database;
}

/**
 * Notes an act, does it, and notes that it was done.
 * @param detail a description
 * @throws what the act throws; the row then stays, not done
 */
export async function noting<Answer>(
  { DIRECTORY }: Directory,
  actor: Actor,
  { act, accountId, detail }: Pick<NotedAct, 'accountId' | 'detail'> & { readonly act: ActName },
  perform: () => Promise<Answer>,
): Promise<Answer> {
  const row = await DIRECTORY.prepare(
    'INSERT INTO operator_act (at, operator_id, operator, act, account_id, detail) VALUES (?, ?, ?, ?, ?, ?) RETURNING id',
  )
    .bind(Date.now(), actor.accountId, actor.email, act, accountId, detail)
    .first<{ id: number }>();
  const answer = await perform();
  await DIRECTORY.prepare('UPDATE operator_act SET done = 1 WHERE id = ?')
    .bind(row?.id ?? null)
    .run();
  return answer;
}

/** The newest acts, of one account or all. */
export async function listActs({ DIRECTORY }: Directory, accountId: string | null, limit: number): Promise<NotedAct[]> {
  const { results } = await DIRECTORY.prepare(
    'SELECT * FROM operator_act WHERE ?1 IS NULL OR account_id = ?1 ORDER BY id DESC LIMIT ?2',
  )
    .bind(accountId, limit)
    .all<ActRow>();
  return results.map(({ id, at, operator, act, account_id, detail, done }) => {
    return { id, atMs: at, operator, act, accountId: account_id, detail, done: done === 1 };
  });
}

interface ActRow {
  readonly id: number;
  readonly at: number;
  readonly operator: string;
  readonly act: string;
  readonly account_id: string | null;
  readonly detail: string;
  readonly done: number;
}
