/** The conformance tables through the client in workerd. */

import { describeConformance } from './conformance.ts';
import { clientInWorkerd } from './senders.ts';

describeConformance(clientInWorkerd);
