/** What a file is, whatever its name. */

/** A file's identity: hex SHA-256 and size. */
export interface Fingerprint {
  readonly sha256: string;
  readonly bytes: number;
}
