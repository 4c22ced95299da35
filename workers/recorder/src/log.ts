/** One JSON line an event, as the Worker writes them: ids, counts and durations, never a link, a name, a token or a word. */
export type LogFields = Record<string, string | number | boolean | null | undefined>;
export type Log = (event: string, fields?: LogFields) => void;

export const log: Log = (event, fields = {}) => {
  process.stdout.write(`${JSON.stringify({ event, ...fields })}\n`);
};

/**
 * An error as the log may have it: its name, its code and the line of ours that threw it. Its message can hold the meeting's
 * link, and so can lines of the stack that come from the meeting's page.
 */
export function faultOf(error: unknown): string {
  if (!(error instanceof Error)) return "unknown";
  const { name, message, stack = "" } = error;
  const code = "code" in error && typeof error.code === "string" ? error.code : "";
  const frames = stack.slice(stack.indexOf(message) + message.length);
  const line = /^\s+at (?:[^\n:?]* \()?(?:file:\/\/)?\/[^\n:?#]+:\d+:\d+\)?$/mu.exec(frames)?.[0]?.trim() ?? "";
  return [name, code, line].filter(Boolean).join(" ");
}

/** Node prints an error that nobody caught with its message; this logs it like any other, and ends the process all the same. */
export function endOnUncaught(event: string): void {
  process.on("uncaughtException", (error) => {
    log(event, { error: faultOf(error) });
    process.exit(1);
  });
}
