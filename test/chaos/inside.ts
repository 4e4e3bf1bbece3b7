/** Runs in a namespace: starts the service and slow origins in it, plays all rounds, and reports as JSON in its last line. */
import { createServer } from 'node:http';
import { publicAddresses } from '../image-url/addresses.ts';
import { startResolver } from '../image-url/resolver.ts';
import { buildNamespace, resolverAddress } from '../image-url/world.ts';
import { startStack } from '../stack.ts';
import { eachThenAll, neighbours, slowHost, slowOrigins } from './neighbours.ts';
import { playRounds } from './rounds.ts';

const mebibyte = 2 ** 20;

buildNamespace();
await startResolver(new Map([[slowHost, [publicAddresses]]]), resolverAddress);
// Announces the largest picture, and brings a byte now and then.
const origin = createServer((_request, response) => {
  response.writeHead(200, { 'Content-Type': 'image/jpeg', 'Content-Length': String(20 * mebibyte) });
  const dripping = setInterval(() => response.write('a'), 200);
  response.on('close', () => clearInterval(dripping));
});
await new Promise<void>((resolve) => origin.listen(80, '::', resolve));
const stack = await startStack();
try {
  const rounds = await playRounds(stack, eachThenAll([...neighbours, slowOrigins]), Number(process.argv[2]));
  process.stdout.write(`\n${JSON.stringify(rounds)}\n`);
} finally {
  await stack.stop();
}
process.exit(0);
