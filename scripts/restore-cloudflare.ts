/** `npm run restore-cloudflare -- DIR --at MOMENT`: a deployment on Cloudflare goes back to a moment, directory and ledgers together. */
import path from 'node:path';
import { parseArgs } from 'node:util';
import * as z from 'zod';
import { versionWords } from '../src/contract/service-version.ts';
import { keysSettings } from '../src/contract/settings/local.ts';
import { readSetting } from '../src/contract/settings/read.ts';
import { callAdmin } from '../src/money/keys/admin-client.ts';
import { restoreDeployment } from '../src/money/recovery/restore.ts';
import { ownVersion } from '../src/wire/command-line/own-version.ts';

const help = `Usage: npm run restore-cloudflare -- DIR --at MOMENT [--url URL] [--operator FILE]

Brings a deployment on Cloudflare back to a moment of the last thirty days: D1 by its time travel, each ledger by its
point-in-time recovery. Set RESTORING to on before, and take it away afterwards: docs/backup.md has all steps.

  DIR              a new folder: lost.jsonl lists what is lost, undo.jsonl has the bookmarks that undo it. After a failure name it again
  --at MOMENT      as in 2026-11-30T04:17:00Z
  --url URL        the deployment; EDGEMATTE_URL unless given. ADMIN_TOKEN has to be its token, and wrangler to be logged in
  --operator FILE  as at npm run deploy

Status 1 when it failed, or something is left to do by hand.`;

try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      help: { type: 'boolean', short: 'h' },
      version: { type: 'boolean' },
      at: { type: 'string' },
      url: { type: 'string' },
      operator: { type: 'string' },
    },
  });
  if (values.version) console.log(versionWords(ownVersion()));
  else if (values.help) console.log(help);
  else {
    const [directory, ...more] = positionals;
    const at = z.iso.datetime().safeParse(values.at);
    if (!directory || more.length > 0) throw new TypeError('Expected one folder. For help: --help');
    if (!at.success) throw new TypeError('Expected a moment for --at, as in 2026-11-30T04:17:00Z');
    const url = values.url ?? readSetting(keysSettings.url, process.env);
    const token = readSetting(keysSettings.adminToken, process.env) ?? '';
    if (!token) throw new TypeError('Expected ADMIN_TOKEN to be that of the deployment');
    // It loads wrangler, which takes seconds.
    const { recordIn, travelOf } = await import('../src/local/deployment/restore.ts');
    const isWhole = await restoreDeployment({
      atMs: Date.parse(at.data),
      ask: (call) => callAdmin({ url, token, send: fetch }, call),
      travel: travelOf(values.operator),
      record: recordIn(path.resolve(directory)),
      say: (line) => console.log(line),
    });
    console.log(`${directory}/lost.jsonl lists what is lost. Take RESTORING away, then it serves`);
    process.exitCode = isWhole ? 0 : 1;
  }
} catch (failure) {
  const [line] = (failure instanceof Error ? failure.message : String(failure)).split('\n');
  console.error(line);
  process.exitCode = failure instanceof TypeError ? 2 : 1;
}
