/** End-to-end tests drive the bundles that a deployment would get. */
import { build } from '../src/start/build.ts';

export default build;
