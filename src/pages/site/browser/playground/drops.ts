/** Drops anywhere on the page: a browser would leave the page for one that misses its zone. */

/**
 * Takes drops.
 * @param zone marked while something hangs over the page
 * @param whenDropped called while the drop is handled, for a browser empties it then
 */
export function takeDrops(zone: HTMLElement, whenDropped: (drop: DataTransfer) => void): void {
  let depth = 0;
  const over = (change: number) => {
    depth = change === 0 ? 0 : depth + change;
    zone.classList.toggle('over', depth > 0);
  };
  document.addEventListener('dragenter', () => over(1));
  document.addEventListener('dragleave', () => over(-1));
  document.addEventListener('dragover', (event) => event.preventDefault());
  document.addEventListener('drop', (event) => {
    event.preventDefault();
    over(0);
    if (event.dataTransfer) whenDropped(event.dataTransfer);
  });
}
