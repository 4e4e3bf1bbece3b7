/** The conformance tables through the client in Node: the cases that test/conformance makes, as far as a client sends them. */

import { describeConformance } from './conformance.ts';
import { clientInNode } from './senders.ts';

describeConformance(async () => clientInNode(), 'as by raw HTTP');
