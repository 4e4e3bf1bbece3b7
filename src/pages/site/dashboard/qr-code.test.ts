import decodeQR from 'qr/decode.js';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { QrCode } from './qr-code.tsx';

const uri =
  'otpauth://totp/Edgematte:ada%40example.org?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=Edgematte&digits=6&period=30';

test('a QR code is read as what it was made of, and loads and runs nothing', async () => {
  const html = String(await QrCode({ text: uri, name: 'Code of the "secret"' }));
  expect(html).toMatch(/^<div class="qr" role="img" aria-label="Code of the &quot;secret&quot;"><svg /);
  expect(html).not.toMatch(/style=|<script|href|url\(|&lt;svg/);
  const [svg] = /<svg.*<\/svg>/s.exec(html) ?? [];
  const { data, info } = await sharp(Buffer.from(svg ?? ''), { density: 600 })
    .flatten({ background: '#fff' })
    .resize(600, 600)
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  expect(decodeQR({ width: info.width, height: info.height, data: new Uint8Array(data) })).toBe(uri);
});
