/** The names in the namespace: `api.remove.bg` is the service, `pictures.example` has the photos. The authority is the test's own. */
import { readFileSync } from 'node:fs';
import { createServer as createSecureServer } from 'node:https';
import { connect } from 'node:net';
import path from 'node:path';
import { createServer } from 'node:tls';
import { publicAddresses } from '../image-url/addresses.ts';
import type { Authority } from '../image-url/certificates.ts';
import { startResolver } from '../image-url/resolver.ts';
import { resolverAddress } from '../image-url/world.ts';

const [apiHost, pictureHost] = ['api.remove.bg', 'pictures.example'];
const [pictureAddress] = publicAddresses;
const apiAddress = '127.0.0.1';

/** Address of a photo of that name. */
export const addressOf = (photo: string): string => `https://${pictureHost}/${photo}`;

/** The name server of both. */
export async function startNames(): Promise<void> {
  await startResolver(
    new Map([
      [apiHost, [[apiAddress]]],
      [pictureHost, [[pictureAddress]]],
    ]),
    resolverAddress,
  );
}

/** Answers for both hosts. @param folder of the photos */
export async function startHosts(authority: Authority, service: URL, folder: string): Promise<void> {
  const api = createServer(authority.certify(apiHost), (client) => {
    const onward = connect(Number(service.port), service.hostname);
    client.on('error', () => onward.destroy()).pipe(onward);
    onward.on('error', () => client.destroy()).pipe(client);
  });
  const pictures = createSecureServer(authority.certify(pictureHost), (request, response) => {
    response.end(readFileSync(path.join(folder, path.basename(request.url ?? ''))));
  });
  await new Promise<void>((resolve) => api.listen(443, apiAddress, resolve));
  await new Promise<void>((resolve) => pictures.listen(443, pictureAddress, resolve));
}

/** By which clients trust the authority, and pass by a proxy of this machine. */
export function trusting({ file }: Authority): NodeJS.ProcessEnv {
  return { ...process.env, NODE_EXTRA_CA_CERTS: file, REQUESTS_CA_BUNDLE: file, CURL_CA_BUNDLE: file, NO_PROXY: '*' };
}
