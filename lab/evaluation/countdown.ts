/** How far a folder is: a line for each photo, with what is left at the pace so far. */

/** Makes a function that prints the line of the photo that was just finished. */
export function countdown(photos: number): (name: string, outcome: string) => void {
  const startedAt = performance.now();
  let done = 0;
  return (name, outcome) => {
    done++;
    const leftSeconds = (((performance.now() - startedAt) / done) * (photos - done)) / 1000;
    const left = leftSeconds < 90 ? `${leftSeconds.toFixed(0)} s` : `${(leftSeconds / 60).toFixed(0)} min`;
    process.stderr.write(`${done} of ${photos}  ${name}  ${outcome}, ${left} left\n`);
  };
}
