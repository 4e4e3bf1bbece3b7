/** Entry of the edge Worker: the API and the ledger object that lives in the same script. */
import { app } from './app.ts';

export { KeyLedger } from '../ledger/ledger.ts';
export { Drain } from './drain.ts';

export default { fetch: app.fetch };
