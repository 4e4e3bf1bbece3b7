/** The engine of the brush in a worker: see `brush/engine.ts`. */
import { Engine } from './brush/engine.ts';

const engine = new Engine((report) => postMessage(report));
addEventListener('message', ({ data }) => engine.take(data));
