/** What passes were called before, in model repositories and manifests. Both names work for one release: this file goes then. */

const formerParameters = {
  medium_pass: 'second_look',
  medium_pass_when_unknown: 'second_look_when_uncertain',
  low_pass: 'coarse_look',
  low_pass_chooser: 'coarse_look_chooser',
  low_pass_chooser_when_unknown: 'coarse_look_when_uncertain',
  close_up_pass_when_smaller: 'close_look_when_smaller',
  close_up_pass_when_unknown: 'close_look_when_uncertain',
};

/** The role of the network that blends passes, and its own name. */
const formerChooser = 'look-chooser';
const passChooser = 'pass-chooser';

/** Parameters under both names: an edge of the release before reads the former ones. */
export function withFormerNames<Value>(parameters: Readonly<Record<string, Value>>): Record<string, Value> {
  const former = Object.entries(formerParameters).flatMap(([name, before]) =>
    name in parameters ? [[before, parameters[name]] as const] : [],
  );
  return { ...parameters, ...Object.fromEntries(former) };
}

/** Parameters as they are called now: those of a server of the release before have the former names only. */
export function withCurrentNames(parameters: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const current = Object.entries(formerParameters).map(([name, before]) => [
    name,
    parameters[name] ?? parameters[before],
  ]);
  return { ...parameters, ...Object.fromEntries(current) };
}

const formerPasses = { secondLook: 'medium', coarseLook: 'low', closeLook: 'closeUp' };
const formerMembers: Readonly<Record<string, string>> = { whenUncertain: 'whenUnknown', network: 'model' };

/** A network of the manifest with its passes as they are called now. */
export function withCurrentPasses(network: unknown): unknown {
  if (!isRecord(network)) return network;
  const former = Object.entries(formerPasses).flatMap(([before, name]) =>
    before in network ? [[name, renamed(network[before])] as const] : [],
  );
  if (former.length === 0) return network;
  const current = isRecord(network.passes) ? network.passes : {};
  return { ...network, passes: { ...Object.fromEntries(former), ...current } };
}

/** A role or network as it is called now. */
export function currentName(name: string): string {
  return name === formerChooser ? passChooser : name;
}

function renamed(value: unknown): unknown {
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [formerMembers[name] ?? name, renamed(inner)]),
  );
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
