/** Names of files in the ZIP: those of the photos, with the ending of what was made. */

/**
 * Gives each photo a name that no other has. Systems that do not tell `A` from `a` would lay one file upon the other, so
 * neither does this.
 */
export class CutoutNames {
  readonly #taken = new Set<string>();

  /**
   * The name for what was made of a photo: `bag.jpg` becomes `bag.png`, the next one `bag (2).png`.
   * @param type of the picture that was made
   */
  nameFor(photoName: string, type: string): string {
    const stem = photoName.replace(/[/\\]/g, '-').replace(/\.[^.]*$/, '') || 'photo';
    const ending = endings[type] ?? 'png';
    for (let count = 1; ; count++) {
      const name = `${stem}${count === 1 ? '' : ` (${count})`}.${ending}`;
      if (this.#taken.has(name.toLowerCase())) continue;
      this.#taken.add(name.toLowerCase());
      return name;
    }
  }
}

const endings: Readonly<Record<string, string>> = { 'image/jpeg': 'jpg', 'image/webp': 'webp' };
