import net from 'node:net';
import { startStack } from './test/stack.ts';
import { noisePhoto } from './test/noise-photo.ts';
const st = await startStack({edgeVariables:{LEASE_MS:'1500'}});
const { key, id } = await st.createKey({credits:5});
for (const wait of [0,20,100]) {
const large = await noisePhoto(2000,1500);
const body = Buffer.concat([Buffer.from('--b\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n'), large, Buffer.from('\r\n--b--\r\n')]);
const s = net.connect(Number(new URL(st.base).port),'127.0.0.1'); s.on('error',()=>{});
s.write(`POST /v1.0/image-without-background HTTP/1.1\r\nHost: x\r\nX-API-Key: ${key}\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: ${body.length}\r\n\r\n`); s.write(body);
await new Promise<void>(r=>s.once('data',(d)=>{console.log(d.toString('latin1').slice(0,15));r();})); s.pause(); await new Promise(r=>setTimeout(r,wait)); s.destroy(); console.log('destroyed after',wait);
for(let i=0;i<5;i++){ await new Promise(r=>setTimeout(r,500)); const j:any=await (await st.admin('GET','/keys/'+id)).json(); console.log(j.balance,j.open_holds); }
}
await st.stop();
