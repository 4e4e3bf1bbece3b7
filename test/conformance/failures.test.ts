/** What every processing operation answers when inference fails: its own service, for what lies between is broken. */
import { describe } from 'vitest';
import { operationNames } from '../../src/contract/operations.ts';
import { declareOwnService } from '../service.ts';
import { describeFailures } from './failures.ts';

const service = declareOwnService();

describe.each(operationNames)('%s', (name) => describeFailures(service, name));
