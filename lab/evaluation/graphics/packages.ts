/** Where the art of the drawn pictures is from. A package serves one half alone, so that no glyph or picture is in both. */

/** `tuning` may be seen while something is built; `held_out` gives the published figures. */
export const halves = ['tuning', 'held_out'] as const;
export type Half = (typeof halves)[number];

export interface ArtPackage {
  readonly kind: 'icons' | 'font';
  readonly half: Half;
  readonly name: string;
  readonly version: string;
  /** Of the archive that the registry gives. */
  readonly sha256: string;
  /** As the package states it. */
  readonly licence: string;
}

export const artPackages: readonly ArtPackage[] = [
  {
    kind: 'icons',
    half: 'tuning',
    name: '@iconify-json/noto',
    version: '1.2.9',
    sha256: '3e918d88fc945c0bb3d468dbace6f88caef67f01c9f0e7bcae0915a042e8f1ad',
    licence: 'Apache-2.0',
  },
  {
    kind: 'icons',
    half: 'tuning',
    name: '@iconify-json/fluent-emoji-flat',
    version: '1.2.6',
    sha256: '7d064769dee690815f823bc5bcc511d957198caf9f5edd8dd9c1aa48a6aeb175',
    licence: 'MIT',
  },
  {
    kind: 'icons',
    half: 'tuning',
    name: '@iconify-json/logos',
    version: '1.2.19',
    sha256: '1e8907c088bbf02eab8ee1b28f37e68ef22c380f2fb579ff99736b8ce5abf13a',
    licence: 'CC0-1.0',
  },
  {
    kind: 'icons',
    half: 'tuning',
    name: '@iconify-json/flat-color-icons',
    version: '1.2.3',
    sha256: 'd8878a9b0f02d749bc8671eb7d47882eb711185cbcefbb365cbfb488773c4786',
    licence: 'MIT',
  },
  {
    kind: 'icons',
    half: 'held_out',
    name: '@iconify-json/twemoji',
    version: '1.2.5',
    sha256: '19046dff7d8707ce96212ec86468b36ac5f8e60409629dd13f809265c6d0ebb7',
    licence: 'CC-BY-4.0',
  },
  {
    kind: 'icons',
    half: 'held_out',
    name: '@iconify-json/openmoji',
    version: '1.2.29',
    sha256: '03181e2c156cab35cf4a62f1f7886bd971d59212e75ac3f189d5a4cae3930fc5',
    licence: 'CC-BY-SA-4.0',
  },
  {
    kind: 'icons',
    half: 'held_out',
    name: '@iconify-json/fxemoji',
    version: '1.2.2',
    sha256: 'f3e72b3c59d05e1db03b7e308d55c0d05bd7ba3f625a90da1b79313c12858eef',
    licence: 'Apache-2.0',
  },
  {
    kind: 'icons',
    half: 'held_out',
    name: '@iconify-json/devicon',
    version: '1.2.68',
    sha256: '5b5469af72fbe9aecb3b3c941931af967d0901a8deeff7c48ff4a3f0af2dde0c',
    licence: 'MIT',
  },
  {
    kind: 'font',
    half: 'tuning',
    name: '@fontsource/lato',
    version: '5.3.0',
    sha256: '50db251f16e9a6c35fe0177b4692b7ec78478b9734c9272d980a75343638aa5c',
    licence: 'OFL-1.1',
  },
  {
    kind: 'font',
    half: 'tuning',
    name: '@fontsource/lobster',
    version: '5.3.0',
    sha256: '4ac6f6ab805b684026cb719f55dd605c892ca5d1db3f32fca88ca554a63b86d7',
    licence: 'OFL-1.1',
  },
  {
    kind: 'font',
    half: 'tuning',
    name: '@fontsource/roboto-slab',
    version: '5.3.0',
    sha256: '45d42c2f30be7fa361c673a297cb75e151e977a57905e449d25875adf97e77f5',
    licence: 'Apache-2.0',
  },
  {
    kind: 'font',
    half: 'tuning',
    name: '@fontsource/oswald',
    version: '5.3.0',
    sha256: '27bf46420288bb65bd186638cde54686aa8f9d5dc975b1d597dfe81a7dd472cb',
    licence: 'OFL-1.1',
  },
  {
    kind: 'font',
    half: 'held_out',
    name: '@fontsource/pacifico',
    version: '5.3.0',
    sha256: '397f4f0a8a4c44e929cafa4cfede7240f7ac81a922f6779d3fefe2192c67d619',
    licence: 'OFL-1.1',
  },
  {
    kind: 'font',
    half: 'held_out',
    name: '@fontsource/bebas-neue',
    version: '5.3.0',
    sha256: '57928e0ee30b9e8a99033cdd5dc74ad06761007b4ad8fc32173e5d9072ba91fa',
    licence: 'OFL-1.1',
  },
  {
    kind: 'font',
    half: 'held_out',
    name: '@fontsource/playfair-display',
    version: '5.3.0',
    sha256: '564e61951ecc3e962793cd50395f718cda6350cb934f9000dbe0139c768dc023',
    licence: 'OFL-1.1',
  },
  {
    kind: 'font',
    half: 'held_out',
    name: '@fontsource/caveat',
    version: '5.3.0',
    sha256: 'ebf746fc0667b9d10fcac7c8604e2ba40a264da85a1c9b48bd679c0af3221293',
    licence: 'OFL-1.1',
  },
];
