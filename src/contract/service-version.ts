/** Which version of this software answers, and the commit that it was made from. They are given at start and at deployment. */
import type { Variables } from './settings/read.ts';
import type { Setting } from './settings/setting.ts';
import { versionSettings } from './settings/version.ts';

/** Null where it is not known. */
export interface ServiceVersion {
  readonly version: string | null;
  readonly commit: string | null;
}

/** What a Worker was given at its start or deployment. What has another form counts as unknown: `/healthz` answers all the same. */
export function givenVersion(variables: Variables): ServiceVersion {
  const { version, commit } = versionSettings;
  return { version: given(version, variables), commit: given(commit, variables) };
}

function given({ variable, parse }: Setting<string | undefined>, variables: Variables): string | null {
  const value = variables[variable];
  return (typeof value === 'string' && parse(value)) || null;
}

/** The same as variables of a process or a Worker; what is not known is left out. */
export function versionVariables({ version, commit }: ServiceVersion): Record<string, string> {
  return {
    ...(version !== null && { [versionSettings.version.variable]: version }),
    ...(commit !== null && { [versionSettings.commit.variable]: commit }),
  };
}

/** `X-Service-Version`, as headers: `0.2.0+b20604dc1234`, of Semantic Versioning. None where the version is not known. */
export function versionHeader(variables: Variables): Readonly<Record<string, string>> {
  const { version, commit } = givenVersion(variables);
  if (version === null) return {};
  return { 'X-Service-Version': commit === null ? version : `${version}+${commit}` };
}

/** For people: `0.2.0, commit b20604dc1234`. */
export function versionWords({ version, commit }: ServiceVersion): string {
  return `${version ?? 'unknown version'}, ${commit === null ? 'unknown commit' : `commit ${commit}`}`;
}
