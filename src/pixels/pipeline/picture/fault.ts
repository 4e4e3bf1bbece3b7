/** Why a file cannot be used as a picture. The message is public: what is wrong and what to do. */

/** What is wrong with a file. */
export type ImageFaultKind =
  /** None of the eight formats, or one that is switched off. */
  | 'unsupported'
  /** One of the eight, and broken, incomplete or beyond a limit. */
  | 'invalid'
  /** A good picture that does not show what was asked for. */
  | 'absent';

/** A file cannot be used as a picture, and the caller has to change it. */
export class ImageFault extends Error {
  readonly kind: ImageFaultKind;

  constructor(kind: ImageFaultKind, message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'ImageFault';
    this.kind = kind;
  }
}

/** The size of a picture cannot be read. */
export class HeaderFault extends ImageFault {
  constructor(message: string, cause?: unknown) {
    super('invalid', message, cause);
  }
}

/** A picture has more pixels than it may have. */
export class SizeFault extends ImageFault {
  constructor(message: string) {
    super('invalid', message);
  }
}

/** Our reader failed in a way that it should not. For the caller the file is broken; the log names the failure. */
export class ReaderFault extends HeaderFault {
  constructor(cause: unknown) {
    super('The image header is damaged; please export the image again', cause);
    this.name = 'ReaderFault';
  }
}

/** What a camera wrote without developing it: none of the eight formats, though its container is TIFF. */
export class RawFault extends ImageFault {
  constructor() {
    super('unsupported', 'The file is a camera raw');
  }
}

/** It is the background that cannot be used, not the picture above it. */
export class BackgroundFault extends ImageFault {
  constructor({ kind, message }: Pick<ImageFault, 'kind' | 'message'>, cause?: unknown) {
    super(kind, message, cause);
    this.name = 'BackgroundFault';
  }
}
