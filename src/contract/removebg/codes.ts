/** Every error code of the remove.bg compatibility API: its clients branch on them. Declared once, for answers, reference and `edgematte migrate`. */

interface Row {
  readonly status: number;
  /** Follows "400, where": what is wrong. */
  readonly when: string;
  /** Whether it is our own: no answer of remove.bg has it. */
  readonly isOwn: boolean;
}

export const errorCodes = {
  missing_source: row(400, 'no image was sent'),
  multiple_sources: row(400, 'more than one image was sent'),
  invalid_image_url: row(400, '`image_url` is no address of a public host'),
  failed_image_download: row(400, 'there is nothing at `image_url`, or it comes too slowly'),
  file_too_large: row(400, 'the image is too large, or image and background together'),
  invalid_file_type: row(400, 'the file is none of the formats'),
  invalid_dimensions: row(400, 'the size of the picture cannot be read'),
  resolution_too_high: row(400, 'the picture has too many pixels'),
  unknown_foreground: row(400, 'nothing is to be kept, or `type=car` finds no vehicle'),
  invalid_format: row(400, '`format` is none'),
  invalid_roi: row(400, '`roi` is not four lengths'),
  roi_exceeds_bounds: row(400, '`roi` reaches beyond the picture'),
  roi_region_empty: row(400, '`roi` covers less than 16 × 16 pixels'),
  invalid_semitransparency: row(400, '`semitransparency` is no boolean'),
  invalid_crop_margin: row(400, '`crop_margin` is none, or too wide'),
  invalid_scale: row(400, '`scale` is none'),
  invalid_position: row(400, '`position` is none'),
  invalid_bg_color: row(400, '`bg_color` is no colour'),
  invalid_bg_image_url: row(400, '`bg_image_url` is no address of a public host'),
  multiple_bg_sources: row(400, 'more than one background was sent'),
  failed_bg_download: row(400, 'there is nothing at `bg_image_url`, or it comes too slowly'),
  invalid_parameters: row(400, 'anything else is wrong'),
  insufficient_credits: row(402, 'the key has no credits, or they have expired'),
  auth_failed: row(403, 'the key is wrong or restricted'),
  method_not_allowed: row(405, 'the path has other methods', true),
  idempotency_in_progress: row(409, 'a call of that `Idempotency-Key` is in work', true),
  idempotency_exhausted: row(409, 'that `Idempotency-Key` was repeated three times', true),
  rate_limit_exceeded: row(429, 'the key calls too often'),
  internal_error: row(500, 'the service failed', true),
  service_unavailable: row(503, 'the service is busy, or other calls hold the last credits'),
} as const satisfies Readonly<Record<string, Row>>;

export type ErrorCode = keyof typeof errorCodes;

/** Codes that remove.bg publishes and that are none here, with what is answered in their place. */
export const strangeCodes: Readonly<Record<string, ErrorCode>> = {
  invalid_size: 'invalid_parameters',
  invalid_channels: 'invalid_parameters',
  failed_to_read_image: 'invalid_parameters',
  unknown_error: 'internal_error',
};

function row(status: number, when: string, isOwn = false): Row {
  return { status, when, isOwn };
}
