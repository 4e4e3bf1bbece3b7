/** What the edge does without being asked: when a deployment does it (`triggers` in wrangler.toml), and `npm start`. */

/** The schedules, as the edge gets them. */
export const crons = { minute: '* * * * *', day: '17 3 * * *' };

const minuteMs = 60_000;
const dayMs = 86_400_000;
/** The day's work is done so long after a start, and then each day. */
const firstDayMs = 60_000;

/**
 * Runs the schedules, each minute as it begins.
 * @param run does what a schedule asks for
 * @returns ends them
 */
export function startSchedules(run: (cron: string) => void): () => void {
  const first = setTimeout(() => run(crons.day), firstDayMs).unref();
  const days = setInterval(() => run(crons.day), dayMs).unref();
  let minute: NodeJS.Timeout;
  const awaitMinute = () => {
    minute = setTimeout(
      () => {
        run(crons.minute);
        awaitMinute();
      },
      minuteMs - (Date.now() % minuteMs),
    ).unref();
  };
  awaitMinute();
  return () => {
    clearTimeout(first);
    clearInterval(days);
    clearTimeout(minute);
  };
}
