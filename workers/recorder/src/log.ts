/** One JSON line an event, as the Worker writes them: ids, counts and durations, never a link, a name, a token or a word. */
export type LogFields = Record<string, string | number | boolean | null | undefined>;
export type Log = (event: string, fields?: LogFields) => void;

export const log: Log = (event, fields = {}) => {
  process.stdout.write(`${JSON.stringify({ event, ...fields })}\n`);
};

/** What may be said of an error: its message can hold the meeting's link. */
export function faultOf(error: unknown): string {
  if (!(error instanceof Error)) return "unknown";
  const code = "code" in error && typeof error.code === "string" ? error.code : "";
  const line = /^\s+at .+:\d+:\d+\)?$/mu.exec(error.stack ?? "")?.[0]?.trim() ?? "";
  return [error.name, code, line].filter(Boolean).join(" ");
}
