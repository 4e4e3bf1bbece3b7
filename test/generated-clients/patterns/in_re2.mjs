// Compiles each pattern that it is given with RE2, as its port to JavaScript has it.
import { createRequire } from 'node:module';

const require = createRequire(`${process.env.PACKAGES}/`);
const { RE2JS } = require('re2js');

for (const pattern of process.argv.slice(2)) RE2JS.compile(pattern);
