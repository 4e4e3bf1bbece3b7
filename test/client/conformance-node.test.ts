/** The conformance tables through the client in Node. */

import { describeConformance } from './conformance.ts';
import { clientInNode } from './senders.ts';

describeConformance(async () => clientInNode(), 'all');
