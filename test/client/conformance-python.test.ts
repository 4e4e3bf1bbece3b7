/** The conformance tables through the client for Python: of each operation and answer one case, see `ClientShare`, in either way to wait. */
import { describeWith } from '../run/describe-with.ts';
import { describeConformance } from './conformance.ts';
import { missingPythons, pythonsWithClient } from './pythons.ts';
import { clientInPython } from './senders.ts';

const pythons = pythonsWithClient();
const [oldest] = pythons;
const newest = pythons.at(-1);

const noPython = missingPythons();

describeWith(noPython, `Client in ${oldest?.version}`, () => {
  describeConformance(async () => clientInPython(oldest.program, 'Client'), 'one of each block');
});

describeWith(noPython, `AsyncClient in ${newest?.version}`, () => {
  describeConformance(async () => clientInPython(newest?.program ?? '', 'AsyncClient'), 'one of each block');
});
