/**
 * `npm run lint`, one of its parts: words that this project once had of its own, and the field's words that replaced them.
 * They are found in code, tests and documents; CHANGELOG, decisions and their experiments quote history.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { inProject, projectRoot } from '../src/local/root.ts';

/** What was said, as a pattern, and what is said now. Names that are kept for one release stand in `kept`. */
const successors: readonly (readonly [old: RegExp, now: string])[] = [
  [/\bbelongings\b/i, 'request resources, `RequestResources`'],
  [/\bcountTry|\bCountedTry\b/, '`limitAttempts`, `CountedAttempt`'],
  [/\bRoom</, '`OperationSpec`'],
  [/\bbook of acts\b|operator\/book|\bBookPage\b/i, 'audit log'],
  [
    /removebgDoor|REMOVEBG_DOOR|\b(?:at|through|in)Door\b|\bdoorR|DoorCall|maxDoor/,
    '`removebgCompat`, `REMOVEBG_COMPAT`',
  ],
  [/\b(?:remove\.bg's|this) door\b/i, 'the remove.bg compatibility API'],
  [/\bpresent password\b/i, 'current password'],
  [/\b(?:second|coarse|close) looks?\b|\b(?:second|coarse|close)Look\b/i, 'medium, low and close-up pass'],
  [
    /\b(?:second|coarse|close)_look|pipeline\/looks\b/,
    '`medium_pass`, `low_pass`, `close_up_pass`; `pixels/pipeline/passes`',
  ],
  [/\blook-chooser\b/, '`pass-chooser`'],
  [/\bwhenUncertain\b/, '`whenUnknown`'],
  [/\b(?:Account|Credit|Rate|Wallet|Latency)Standing\b/, '`KeyState`, `AvailableCredit`, `RateLimitState` and others'],
  [/\b(?:walletStanding|rateStanding|memoryStanding)\b/, '`walletBalance`, `rateLimitState`, `memoryState`'],
  [/\btoldApart\b|told-apart|\btoldAtMs\b|\bToldEvent\b/, '`separated`, `receivedAtMs`, `ReadEvent`'],
  [/\bdueForLook\b|\blookedAtMs\b|\blookPatienceMs\b/, '`dueForProbe`, `probedAtMs`, `probeTimeoutMs`'],
  [/output\/ground\b|\btellOwners\b|\bhaveAllSeen\b|\btellsType\b/, '`output/on-colour`, `sendDueNotices`'],
  [/\blook(?:s|ed)? again\b/i, 'a further pass, refined'],
  [/\bwhoever\b/i, 'the caller, client, user or operator'],
  [/\bof ours\b/i, '`our`, `own`'],
  [/\b(?:is|are|was|were|be|been) told\b|\btold apart\b/i, 'gets, is reported; is distinguished'],
  [/\bunsure\b/i, 'unknown pixels, uncertainty of an answer'],
  [/\bdoubt(?:s|ed|ful)?\b/i, 'unknown pixels, uncertainty of an answer'],
  [/\b(?:queueStanding|standingOf|standings|(?:Queue|Service)Standing)\b/, 'health, queue, balance or state'],
  [/\bin the words of\b/i, 'the error format of'],
];

/** Where a former name works for one release, with its test, or is recorded in data. */
const kept: Readonly<Record<string, readonly string[]>> = {
  'lab/training/cars/test_real_cars.py': ['"unsure"'],
  'src/money/ledger/ledger.ts': ['standings(keyIds', 'walletStanding()'],
  'src/money/ledger/ledger.worker.test.ts': ['ledger.standings(', 'walletStanding()'],
  'src/contract/settings/edge.ts': ["formerly: 'REMOVEBG_DOOR'"],
  'src/contract/settings/read.test.ts': ['REMOVEBG_DOOR'],
  'docs/models.md': ['For one release, the former members', 'the name `look-chooser`'],
  'src/inference/catalogue.test.ts': ["find('look-chooser')"],
  'src/inference/models/choices.test.ts': ['look-chooser', 'coarseLook: {'],
  'src/inference/models/manifest.test.ts': [
    'look-chooser',
    'secondLook: {',
    'coarseLook: {',
    'closeLook: ',
    'whenUncertain: ',
  ],
  'src/contract/passes/former-names.ts': ['_look', 'Look: ', 'whenUncertain', 'look-chooser'],
  'src/contract/passes/parameters.test.ts': ['_look'],
  'src/pixels/pipeline/version/made-by.ts': ["['pass-chooser', 'look-chooser']"],
  'src/pixels/pipeline/version/made-by.test.ts': ["called('look-chooser')"],
  'src/inference/models/repositories/write.test.ts': ['_look'],
  'src/pages/site/operator/routes.tsx': ["'/operator/book'"],
  'src/pages/site/operator/routes.worker.test.ts': ['/operator/book'],
  'src/pages/site/every-page.worker.test.ts': ['/operator/book'],
};

const history = /^(?:CHANGELOG\.md|docs\/decisions\/|lab\/evaluation\/experiments\/|scripts\/dialect\.ts)/;
const texts = execFileSync('git', ['ls-files', '*.ts', '*.tsx', '*.md', '*.toml', '*.py'], {
  cwd: projectRoot,
  encoding: 'utf8',
});

const problems = texts
  .trim()
  .split('\n')
  .filter((file) => !history.test(file))
  .flatMap((file) => {
    const lines = readFileSync(inProject(file), 'utf8').split('\n');
    return lines.flatMap((line, index) => {
      if (kept[file]?.some((name) => line.includes(name))) return [];
      const found = successors.find(([old]) => old.test(line));
      return found ? [`${file}:${index + 1}: ${line.match(found[0])?.[0]} is now ${found[1]}`] : [];
    });
  });
for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exit(1);
console.log('No old word is left.');
