/** The conformance tables through the client for Python: of each operation and answer one case, see `Cases`, in either way to wait. */
import { describe } from 'vitest';
import { describeConformance } from './conformance.ts';
import { pythonsWithClient } from './pythons.ts';
import { clientInPython } from './senders.ts';

const pythons = pythonsWithClient();
const [oldest] = pythons;
const newest = pythons.at(-1);

describe.skipIf(!oldest)(`Client in ${oldest?.version ?? 'no Python'}`, () => {
  describeConformance(async () => clientInPython(oldest.program, 'Client'), 'one of each block');
});

describe.skipIf(!newest)(`AsyncClient in ${newest?.version ?? 'no Python'}`, () => {
  describeConformance(async () => clientInPython(newest?.program ?? '', 'AsyncClient'), 'one of each block');
});
