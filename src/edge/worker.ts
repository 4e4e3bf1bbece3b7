/** Entry of the edge Worker: the API and the objects that live in the same script. */
import { app } from './app.ts';

export { Allowances } from '../allowances/allowances.ts';
export { KeyLedger } from '../ledger/ledger.ts';
export { Drain } from './drain.ts';

export default { fetch: app.fetch };
