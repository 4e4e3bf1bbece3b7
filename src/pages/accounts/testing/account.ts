/** Accounts in the directory and requests of their browsers, for tests. */

interface NewAccount {
  readonly email: string;
  readonly isVerified: boolean;
  /** Null for an account that nobody can sign in to. */
  readonly passwordHash: string | null;
}

/** Adds an account, without the work of a sign-up. @returns its id */
export async function addAccount(
  directory: D1Database,
  { email, isVerified, passwordHash }: NewAccount,
): Promise<string> {
  const [id, now] = [crypto.randomUUID(), new Date().toISOString()];
  await directory.batch([
    directory
      .prepare(
        `INSERT INTO accounts (id, name, email, emailVerified, termsAcceptedAt, createdAt, updatedAt)
         VALUES (?1, '', ?2, ?3, ?4, ?4, ?4)`,
      )
      .bind(id, email, isVerified ? 1 : 0, now),
    directory
      .prepare(
        `INSERT INTO credentials (id, userId, accountId, providerId, password, createdAt, updatedAt)
         VALUES (?1, ?1, ?1, 'credential', ?2, ?3, ?3)`,
      )
      .bind(id, passwordHash, now),
  ]);
  return id;
}

/** A request that carries what answers have set. @param cookies values of `Set-Cookie` */
export function carrying(...cookies: readonly string[]): Request {
  const Cookie = cookies.map((cookie) => cookie.split(';')[0]).join('; ');
  return new Request('http://127.0.0.1/', { headers: { Cookie } });
}
