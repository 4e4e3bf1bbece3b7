/** Files that cannot be read or written: the message names file and reason, whatever call has failed. */

const reasons: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EDQUOT: 'the quota is used up',
  EFBIG: 'the file may not be so large',
  EISDIR: 'a folder is in its place',
  ENOSPC: 'no space is left',
  ENOTDIR: 'a part of the path is a file',
  EPERM: 'the system does not permit it',
  EPIPE: 'nobody reads it any more',
  EROFS: 'the file system is read-only',
};

/** A file could not be read or written. */
export class FileError extends Error {
  readonly file: string;
  /** As the system calls it: `ENOSPC`. Empty where it gives none. */
  readonly code: string;

  constructor(action: 'read' | 'write', file: string, cause: unknown) {
    const code = codeOf(cause);
    super(`Cannot ${action} ${file}: ${reasons[code] ?? messageOf(cause)}${code && ` (${code})`}`, { cause });
    this.file = file;
    this.code = code;
  }
}

/** Does something that writes a file. @throws FileError that names it, whatever fails */
export async function writing<Value>(file: string, work: () => Promise<Value>): Promise<Value> {
  try {
    return await work();
  } catch (cause) {
    throw new FileError('write', file, cause);
  }
}

/** The system's code of a failure: `ENOSPC`. Empty where it is none of the system's. */
export function codeOf(failure: unknown): string {
  if (!(failure instanceof Error) || !('code' in failure)) return '';
  return typeof failure.code === 'string' ? failure.code : '';
}

function messageOf(failure: unknown): string {
  return failure instanceof Error ? failure.message : String(failure);
}
