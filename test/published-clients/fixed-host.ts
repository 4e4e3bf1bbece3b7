/** A host that clients have fixed, on this machine: an entry for its name, and a certificate that they trust. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { type AddressInfo, connect } from 'node:net';
import path from 'node:path';
import { createServer } from 'node:tls';
import { inProject } from '../../src/start/root.ts';

export interface FixedHost {
  /** For the environment of a client in Node or in Python. */
  readonly variables: Readonly<Record<string, string>>;
  stop(): Promise<void>;
}

/**
 * Answers for a host what the service answers.
 * @param host name that the clients have
 * @param base address of the service
 * @param folder where key and certificate are left
 * @throws Error where there is no openssl
 */
export async function startFixedHost(host: string, base: string, folder: string): Promise<FixedHost> {
  const { key, certificate } = certify(host, folder);
  const service = new URL(base);
  const server = createServer({ key: readFileSync(key), cert: readFileSync(certificate) }, (client) => {
    const onward = connect(Number(service.port), service.hostname);
    client.on('error', () => onward.destroy()).pipe(onward);
    onward.on('error', () => client.destroy()).pipe(client);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const entries = inProject('test/published-clients/name-entries');
  return {
    variables: {
      ENTRY_HOST: host,
      ENTRY_PORT: String((server.address() as AddressInfo).port),
      NODE_EXTRA_CA_CERTS: certificate,
      NODE_OPTIONS: `--require ${JSON.stringify(path.join(entries, 'name-entry.cjs'))}`,
      REQUESTS_CA_BUNDLE: certificate,
      PYTHONPATH: entries,
      NO_PROXY: '*',
    },
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** A key, and a certificate that is its own authority. */
function certify(host: string, folder: string) {
  const [key, certificate] = ['key.pem', 'certificate.pem'].map((file) => path.join(folder, file));
  const names = ['-subj', `/CN=${host}`, '-addext', `subjectAltName=DNS:${host}`];
  const usage = ['-addext', 'keyUsage=critical,digitalSignature,keyCertSign'];
  const words = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', ...names, ...usage];
  execFileSync('openssl', [...words, '-keyout', key, '-out', certificate], { stdio: 'pipe' });
  return { key, certificate };
}
