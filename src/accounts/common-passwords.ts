/** Passwords that are tried first, because many people have them. The list is loaded when somebody chooses a new one. */

let list: ReadonlySet<string> | null = null;

/** A password as it is compared with others: however its letters are composed, in lower case. */
export function foldPassword(password: string): string {
  return password.normalize('NFKC').toLowerCase();
}

/** Whether a password is among the common ones. */
export async function isCommonPassword(password: string): Promise<boolean> {
  const { commonPasswords } = await import('./common-passwords.generated.ts');
  list ??= new Set(commonPasswords.split(' '));
  return list.has(foldPassword(password));
}
