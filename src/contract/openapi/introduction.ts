/** The front page of the reference: what a reader needs before and beside the tables. */
import { editOptions, maxEdits, maxRepeats } from '../idempotency.ts';
import type { TagName } from '../operation.ts';
import { optionNames } from '../operations.ts';

/** Options that an edit may change, as far as there are operations with them. */
const edited = editOptions
  .filter((name) => optionNames.has(name))
  .map((name) => `\`${name}\``)
  .join(', ');

/** The front page of the reference. */
export function introduction(serverUrl: string): string {
  return `
Edgematte takes a photo and gives back its subject: as a **cutout**, a PNG whose background is gone, or as an **alpha matte**, a greyscale PNG that you apply to your own original. Cars have operations of their own, with open windows and a cast shadow.

Each kind comes in two forms. The binary form takes \`multipart/form-data\` and answers with the PNG itself. The Base64 form takes JSON and answers with JSON.

\`\`\`sh
curl ${serverUrl}/v1.0/image-without-background \\
  -H 'Expect:' \\
  -H "X-API-Key: $EDGEMATTE_KEY" \\
  -F file=@photo.jpg -o cutout.png
\`\`\`

[The page at /](/) does the same in a browser.

## Keys
Send the key in the \`X-API-Key\` header. A key in the query string or in \`Authorization\` is ignored. Live keys begin with \`live_\`, test keys with \`test_\`; a restricted key may use some operations only. Keep keys on your server: the API sends no CORS headers, so a browser page calls your own backend, which calls Edgematte.

## Credits
A processing call that answers 200 costs 1 credit. Every other answer is free, and so is the credit balance. A call sets its credit aside when it is admitted and gives it back before any answer but 200 is sent. Once the body of a 200 has begun, a client that disconnects is charged; if the service fails then, the connection breaks off and the call is free.

A call may carry a name of your own in the header \`Idempotency-Key\`. After a lost answer, send the same request with the same name within 24 hours: it is worked on again, up to ${maxRepeats} times, and not charged again. With other values of ${edited} alone it is an edit: not charged either, up to ${maxEdits} times.

Credits expire together, at one date per key. New credits make expired ones spendable again.

## Rate limit
Each key has one limit, shared by all operations: 30 requests in any 60 seconds unless it was created with another. A request counts whatever its outcome, except a 429 itself, so a client that waits as \`Retry-After\` says gets in. Every answer to a known key carries \`X-RateLimit-Limit\`, \`X-RateLimit-Remaining\` and \`X-RateLimit-Reset\`.

## Images
- **Formats**: JPEG, PNG, WebP, AVIF, HEIC, TIFF, BMP, GIF. The content decides, not the name. Of an animation the first frame is used, of a TIFF the first page.
- **By address**: \`image_url\` names an image in place of sending it; it is fetched from public hosts alone. A refusal is 422, and \`X-Error-Code\` says why.
- **Size**: at most 20.0 MB (20 × 1024 × 1024 bytes; for Base64 the decoded bytes), 268,402,689 pixels and 65,535 pixels a side. Over 25 megapixels a file must hold something for them: hundreds or thousands of blank pixels for each of its bytes are refused, how many depends on the format.
- **Upright**: a picture is turned as its EXIF orientation says, then the orientation is dropped. All sizes are those of the upright picture.
- **Resolution**: the network sees at most about 1024 pixels on the longer side. The cutout keeps the resolution and the colours of the input. A picture over 5000 pixels on a side or over 25 megapixels is downscaled before the network; nothing is rejected for that.
- **Colour and metadata**: an RGB colour profile is kept; grey, CMYK and Lab pictures come out as sRGB. All other metadata is dropped.
- **Nothing found**: a picture without a subject answers 200 with a result that is empty, or nearly so, and \`X-Subject-Found: false\`.
- **Uncertainty**: \`X-Matte-Uncertainty\` says how uncertain a matte is, from 0 to 1; from 0.5 on \`X-Needs-Review: true\` asks for a review by a person. JSON answers have \`uncertainty\` and \`needs_review\` as well.

## Errors
An error is JSON on every operation, also where success is a PNG. \`X-Error-Code\` names the reason for programs, \`X-Request-Id\` names the call for support. On 429 and 503 wait as \`Retry-After\` says, then longer each time. Give processing calls at least 60 seconds.

A path that does not exist answers 404. Statuses and headers marked \`x-beyond-contract\` are this service's additions to interface version 1.5.0; a client written for that version alone never needs them.
`.trim();
}

export const tags: readonly { readonly name: TagName; readonly description: string }[] = [
  { name: 'Cutouts', description: 'The photo with its background gone: an RGBA PNG at the resolution of the input.' },
  {
    name: 'Mattes',
    description:
      'The mask alone: a greyscale PNG in which 255 is opaque foreground and 0 background. Always equal to the alpha of the cutout.',
  },
  {
    name: 'Cars',
    description:
      'Vehicle photos. The largest vehicle is cut out and mapped back to the full frame; car operations return no image type.',
  },
  { name: 'Account', description: 'What is left on the key.' },
];
