/** `npm run common-passwords`: writes the list of common passwords. A unit test checks it. */
import { writeFileSync } from 'node:fs';
import { commonPasswordsModule } from '../src/accounts/common-passwords-source.node.ts';
import { inProject } from '../src/start/root.ts';

writeFileSync(inProject('src/accounts/common-passwords.generated.ts'), commonPasswordsModule());
