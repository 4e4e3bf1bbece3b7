/** `npm run common-passwords`: writes the list of common passwords. A unit test checks it. */
import { writeFileSync } from 'node:fs';
import { inProject } from '../src/local/root.ts';
import { commonPasswordsModule } from '../src/pages/accounts/common-passwords-source.node.ts';

writeFileSync(inProject('src/pages/accounts/common-passwords.generated.ts'), commonPasswordsModule());
