/** Where a file uses remove.bg, and what to change. */
import path from 'node:path';
import { oldWordsIn, type Said } from './old-values.ts';

/** A line to change, or to check. */
export interface OldUse extends Said {
  /** From 1. */
  readonly line: number;
}

interface Rule {
  readonly pattern: RegExp;
  /** Names of the files that it is about; every file where left out. */
  readonly files?: RegExp;
  /** @param address of the service that is moved to */
  advice(address: string): string;
}

/** Files that name packages, by the registry, and how: elsewhere the same word may be a target, or in a description. */
const manifests = {
  npm: { files: /^package\.json$/, naming: asKey },
  PyPI: {
    files: /^(requirements[\w.-]*\.(txt|in)|pyproject\.toml|Pipfile|setup\.(py|cfg)|environment\.ya?ml)$/,
    naming: asWord,
  },
  RubyGems: { files: /^(Gemfile|.*\.gemspec)$/, naming: asWord },
  Packagist: { files: /^composer\.json$/, naming: asKey },
} as const;

/** Each part is bounded: lines are as long as files. */
const anInstall = String.raw`\b(?:npm|yarn|pnpm|bun|pip3?|pipx|uv|poetry|gem|bundle|composer)\s{1,4}(?:\S{1,9}\s{1,4})?(?:install|i|add|require)\b.{0,80}?[\s'"]`;

/** A package: as a manifest names it, as a command installs it, and as code imports it. */
function ofPackage(registry: keyof typeof manifests, name: string, imports: string, advice: Rule['advice']): Rule[] {
  const word = name.replaceAll('.', String.raw`\.`);
  const { files, naming } = manifests[registry];
  return [
    { pattern: new RegExp(naming(word)), files, advice },
    { pattern: new RegExp(`${anInstall}${word}(?![\\w./-])`), advice },
    { pattern: new RegExp(imports), advice },
  ];
}

/** A member of JSON. */
function asKey(word: string): string {
  return String.raw`(?<=")${word}(?="\s{0,9}:)`;
}

/** Not a part of a longer name. */
function asWord(word: string): string {
  return String.raw`(?<![\w./@-])${word}(?![\w./-])`;
}

const keyAdvice = () => 'a key of this service goes here; names and header may stay';

const rules: readonly Rule[] = [
  {
    pattern: /\bapi\.remove\.bg\b/,
    advice: (address) =>
      `https://api.remove.bg becomes ${address}; path, fields and answers stay, but for what follows`,
  },
  {
    pattern: /\bREMOVE_?BG_(?:API_)?(?:KEY|TOKEN)\b/i,
    advice: keyAdvice,
  },
  ...ofPackage(
    'npm',
    'remove.bg',
    String.raw`(?:\brequire\s*\(|\bfrom|\bimport\s*\(?)\s*['"]remove\.bg['"]`,
    (address) =>
      `its address is fixed: send the same fields to ${address}/v1.0/removebg with fetch, or lead the name api.remove.bg there`,
  ),
  ...ofPackage(
    'PyPI',
    'removebg',
    String.raw`^\s*(?:from|import)\s+removebg\b`,
    (address) =>
      `after its import: import removebg.removebg; removebg.removebg.API_ENDPOINT = "${address}/v1.0/removebg"`,
  ),
  ...ofPackage(
    'PyPI',
    'remove-bg-api',
    String.raw`^\s*(?:from|import)\s+remove_bg_api\b`,
    (address) => `after its import: import remove_bg_api; remove_bg_api.API_URL = "${address}/v1.0"`,
  ),
  ...ofPackage(
    'PyPI',
    'removebg-cli',
    String.raw`^\s*(?:from|import)\s+removebg_cli\b`,
    (address) => `its address is fixed: call curl with ${address}/v1.0/removebg, or lead the name api.remove.bg there`,
  ),
  ...ofPackage(
    'RubyGems',
    'remove_bg',
    String.raw`\brequire\s*\(?\s*['"]remove_bg['"]`,
    (address) => `give RemoveBg::ApiClient.new a connection: RemoveBg::HttpConnection.build("${address}")`,
  ),
  ...ofPackage(
    'Packagist',
    'mtownsend/remove-bg',
    String.raw`\buse\s{1,4}\\?Mtownsend\\RemoveBg\b`,
    (address) => `its address is fixed: send the same fields to ${address}/v1.0/removebg with PHP's curl or Guzzle`,
  ),
  {
    pattern: /\bgithub\.com\/remove-bg\/go\b/,
    advice: (address) =>
      `its address is fixed: send the same fields to ${address}/v1.0/removebg, or lead the name api.remove.bg there`,
  },
];

/** Beside one of the others alone: many services have such a header. */
const header: Rule = {
  pattern: /\bx-api-key\b/i,
  advice: keyAdvice,
};

/** Lock files follow the manifests. */
const locks =
  /^(package-lock\.json|npm-shrinkwrap\.json|yarn\.lock|pnpm-lock\.yaml|bun\.lock|poetry\.lock|uv\.lock|Pipfile\.lock|Gemfile\.lock|composer\.lock|go\.sum)$/;

/**
 * Uses in the order of their lines, at most one of each advice on a line.
 * @param file its name decides which rules apply
 * @param address of the service that is moved to, without a slash at its end
 */
export function oldUsesIn(file: string, text: string, address: string): OldUse[] {
  const name = path.basename(file);
  if (locks.test(name)) return [];
  const uses = usesOf(rules, name, text, address);
  if (uses.length === 0) return [];
  const words = text
    .split('\n')
    .flatMap((content, at) => oldWordsIn(content).map((said) => ({ line: at + 1, ...said })));
  return [...uses, ...usesOf([header], name, text, address), ...words].sort((one, other) => one.line - other.line);
}

function usesOf(some: readonly Rule[], name: string, text: string, address: string): OldUse[] {
  const own = some.filter(({ files }) => files?.test(name) ?? true);
  return text.split('\n').flatMap((content, at) => {
    const found = own.flatMap(({ pattern, advice }) => {
      const [first] = pattern.exec(content) ?? [];
      return first === undefined ? [] : [{ line: at + 1, found: first.trim(), advice: advice(address), stays: false }];
    });
    // A package that two rules find is reported once.
    return [...new Map(found.map((use) => [use.advice, use])).values()];
  });
}
