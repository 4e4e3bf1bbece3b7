/** Makes the tables of `measurements/mattes.md` anew, after figures beside it have changed. */
import { readFileSync, writeFileSync } from 'node:fs';
import { inProject } from '../../../src/local/root.ts';
import { tables } from './figures.ts';
import { pageWithTables } from './page.ts';

const page = inProject('lab', 'evaluation', 'measurements', 'mattes.md');
writeFileSync(page, pageWithTables(readFileSync(page, 'utf8'), tables));
