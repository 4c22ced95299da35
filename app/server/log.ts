import { UpstreamError } from "#app/server/ports/upstream-error.ts";

/** One JSON line an event: ids, counts and durations, never content, tokens or links. */
export type LogFields = Record<string, string | number | boolean | null | undefined>;
export type Log = (event: string, fields?: LogFields) => void;

export const consoleLog: Log = (event, fields) => writeLogLine(logLineOf(event, fields));

export function logLineOf(event: string, fields: LogFields = {}): string {
  return JSON.stringify({ event, ...fields });
}

export function writeLogLine(line: string): void {
  // oxlint-disable-next-line no-console -- the one place that writes; the platform collects standard output
  console.log(line);
}

/**
 * The part of an error that may be logged. Messages may contain content (a failed query repeats its parameters, a JSON error
 * quotes the text), so only messages that cannot contain it are logged; other errors give their name and the line that threw.
 */
export function faultOf(error: unknown): string {
  if (!(error instanceof Error)) return "unknown";
  const { cause, name, message, stack = "" } = error;
  if (error instanceof UpstreamError || /^(invariant|D1_ERROR): /.test(message)) return `${name}: ${message}`;
  if (cause instanceof Error && cause.message.startsWith("D1_ERROR: ")) return faultOf(cause);
  const frames = stack.slice(stack.indexOf(message) + message.length);
  const line = /^\s+at .+:\d+:\d+\)?$/m.exec(frames)?.[0];
  return line ? `${name} ${line.trim()}` : name;
}
