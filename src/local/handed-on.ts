/** What `npm start` and `npm run dev` hand on from the shell to the parts that they start, for their `--help`. */
import { settingsHelp } from '../contract/settings/describe.ts';
import { inferenceSettings } from '../contract/settings/inference.ts';
import { laneSettings } from '../contract/settings/lane.ts';
import { startSettings } from '../contract/settings/local.ts';
import type { Settings } from '../contract/settings/read.ts';
import { handedOn } from './edge-variables.ts';

/** Listed above already, or set by the start: the port, the folders, the token, and where the lane's sockets are. */
const otherwise = { ...startSettings, ...handedOn, sockets: laneSettings.socketsDirectory };
const variables = new Set(Object.values(otherwise).map(({ variable }) => variable));

const own = (settings: Settings): Settings =>
  Object.fromEntries(Object.entries(settings).filter(([, { variable }]) => !variables.has(variable)));

export const handedOnHelp = `Handed on to the edge
${settingsHelp(handedOn)}

Handed on to the inference service
${settingsHelp(own(inferenceSettings), own(laneSettings))}`;
