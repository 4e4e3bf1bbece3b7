/** The conformance tables through the client in workerd: of each operation and answer one case, see `ClientShare`. */

import { describeConformance } from './conformance.ts';
import { clientInWorkerd } from './senders.ts';

describeConformance(clientInWorkerd, 'one of each block');
