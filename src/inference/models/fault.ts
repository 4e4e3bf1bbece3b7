/**
 * Failures of the model commands, one line each: what happened, what to do. Everything below the commands throws what
 * it finds; `explainFailure` turns the operating system's and npm's codes into such a line at the one place where the
 * model's name and folder are known.
 */

/** A failure whose message is written for the operator. */
export class ModelFault extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'ModelFault';
  }
}

export interface FailureContext {
  readonly model: string;
  /** Where the model comes from, in one phrase. */
  readonly from: string;
  readonly modelsDirectory: string;
}

type Explanation = (context: FailureContext, detail: string) => string;

const retry = 'then run the command again';

const noNetwork: Explanation = ({ model, from }, detail) =>
  `Cannot fetch ${model}: ${from} is out of reach (${detail}). Check the network, the proxy and the registry (.npmrc, PIP_INDEX_URL), ${retry}`;
const diskFull: Explanation = ({ model, modelsDirectory }, detail) =>
  `Cannot store ${model}: the disk is full (${detail}). Free space below ${modelsDirectory} and in npm's cache, ${retry}`;
const notWritable: Explanation = ({ model, modelsDirectory }, detail) =>
  `Cannot store ${model}: ${detail}. Make ${modelsDirectory} and npm's cache writable or set MODELS_DIR, ${retry}`;
const damaged: Explanation = ({ model, from }, detail) =>
  `Refused ${model}: ${from} is not the file that the manifest describes (${detail}). Check the registry or mirror, ${retry}`;
const notAllowed: Explanation = ({ model, from }, detail) =>
  `Cannot fetch ${model}: the registry does not give out ${from} (${detail}). Check the credentials in .npmrc, ${retry}`;
const notThere: Explanation = ({ model, from }, detail) =>
  `Cannot fetch ${model}: ${from} does not exist there (${detail}). Check the source in the manifest and npm's registry setting, ${retry}`;

const explanations: Readonly<Record<string, Explanation>> = {
  ENOSPC: diskFull,
  EDQUOT: diskFull,
  EACCES: notWritable,
  EPERM: notWritable,
  EROFS: notWritable,
  ENOENT: notWritable,
  ENOTDIR: notWritable,
  EEXIST: notWritable,
  EINTEGRITY: damaged,
  EBADSIZE: damaged,
  E401: notAllowed,
  E403: notAllowed,
  E404: notThere,
  ETARGET: notThere,
  ENOVERSIONS: notThere,
  ENOTFOUND: noNetwork,
  EAI_AGAIN: noNetwork,
  ECONNREFUSED: noNetwork,
  ECONNRESET: noNetwork,
  EHOSTUNREACH: noNetwork,
  ENETUNREACH: noNetwork,
  EPIPE: noNetwork,
  ETIMEDOUT: noNetwork,
  ENOTCACHED: noNetwork,
  ERR_SOCKET_TIMEOUT: noNetwork,
  ECONNECTIONTIMEOUT: noNetwork,
  EIDLETIMEOUT: noNetwork,
  ERESPONSETIMEOUT: noNetwork,
  ETRANSFERTIMEOUT: noNetwork,
  UND_ERR_CONNECT_TIMEOUT: noNetwork,
  UND_ERR_HEADERS_TIMEOUT: noNetwork,
  UND_ERR_BODY_TIMEOUT: noNetwork,
  UND_ERR_SOCKET: noNetwork,
};

/** The one line for a failure while a model was fetched or prepared; the original stays as its cause. */
export function explainFailure(error: unknown, context: FailureContext): ModelFault {
  if (error instanceof ModelFault) return error;
  const known = findKnown(error);
  if (known) return new ModelFault(known.explain(context, oneLine(known.error.message)), error);
  const detail = error instanceof Error ? error.message : String(error);
  return new ModelFault(`Cannot prepare ${context.model} from ${context.from}: ${oneLine(detail)}`, error);
}

/** fetch() wraps the system's error as a cause, sometimes twice. */
function findKnown(error: unknown): { explain: Explanation; error: Error } | undefined {
  for (let current = error; current instanceof Error; current = current.cause) {
    const { code } = current as NodeJS.ErrnoException;
    if (code !== undefined && Object.hasOwn(explanations, code)) return { explain: explanations[code], error: current };
  }
  return undefined;
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
