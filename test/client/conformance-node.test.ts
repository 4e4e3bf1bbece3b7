/** The conformance tables through the client in Node: all cases of one operation of each encoding, see `ClientShare`. */

import { describeConformance } from './conformance.ts';
import { clientInNode } from './senders.ts';

describeConformance(async () => clientInNode(), 'all of one of each encoding');
