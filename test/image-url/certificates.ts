/** Certificates of the namespace: of an authority that workerd trusts, and of one that nothing trusts. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

export interface Certificate {
  readonly key: Buffer;
  readonly cert: Buffer;
}

/** @throws Error where there is no openssl */
export class Authority {
  /** Of its own certificate, in PEM. */
  readonly file: string;
  readonly #folder = mkdtempSync(path.join(tmpdir(), 'edgematte-authority-'));

  constructor() {
    this.file = this.#at('authority.pem');
    const words = ['req', '-x509', ...fresh, '-days', '2', '-subj', '/CN=An authority of tests'];
    openssl([...words, '-keyout', this.#at('authority.key'), '-out', this.file]);
  }

  /** A certificate for a name, signed by this authority. */
  certify(name: string): Certificate {
    const [key, request, extensions, certificate] = ['key', 'request', 'extensions', 'pem'].map((ending) =>
      this.#at(`${name}.${ending}`),
    );
    openssl(['req', ...fresh, '-subj', `/CN=${name}`, '-keyout', key, '-out', request]);
    writeFileSync(extensions, `subjectAltName=DNS:${name}\nbasicConstraints=CA:FALSE\n`);
    const signer = ['-CA', this.file, '-CAkey', this.#at('authority.key'), '-CAcreateserial'];
    openssl(['x509', '-req', '-in', request, ...signer, '-days', '2', '-extfile', extensions, '-out', certificate]);
    return { key: readFileSync(key), cert: readFileSync(certificate) };
  }

  #at(file: string): string {
    return path.join(this.#folder, file);
  }
}

const fresh = ['-newkey', 'rsa:2048', '-nodes'];

function openssl(words: readonly string[]): void {
  execFileSync('openssl', words, { stdio: 'pipe' });
}
