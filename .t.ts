import { startStack } from './test/stack.ts';
import { noisePhoto } from './test/noise-photo.ts';
const st = await startStack({edgeVariables:{LEASE_MS:'1500'}});
const { key, id } = await st.createKey({credits:3});
const large = await noisePhoto(2000,1500);
const leaving = new AbortController();
const form = new FormData(); form.append('file', new Blob([new Uint8Array(large)]), 'photo.jpg');
const answer = await fetch(`${st.base}/v1.0/image-without-background`, { method: 'POST', headers: { 'X-API-Key': key }, body: form, signal: leaving.signal });
console.log(answer.status);
await answer.body!.getReader().read();
setTimeout(()=>leaving.abort(), Number(process.argv[2]||0));
for(let i=0;i<8;i++){ await new Promise(r=>setTimeout(r,500)); const j:any=await (await st.admin('GET','/keys/'+id)).json(); console.log(j.balance,j.open_holds); }
console.log(st.output.join('\n').slice(0,1500));
const { execSync } = await import('child_process'); console.log(execSync("cat /proc/net/tcp | awk 'NR>1{print $4}' | sort | uniq -c").toString());
await st.stop();
