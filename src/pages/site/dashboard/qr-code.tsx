/** A QR code as part of a page. */
import { raw } from 'hono/html';
import { encodeQR } from 'qr';

/** A QR code (ISO/IEC 18004) with its quiet zone. @param name for people who do not see it */
export function QrCode({ text, name }: { readonly text: string; readonly name: string }) {
  return (
    <div class="qr" role="img" aria-label={name}>
      {raw(encodeQR(text, 'svg', { ecc: 'medium', border: 4 }))}
    </div>
  );
}
