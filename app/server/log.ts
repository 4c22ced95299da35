/** One JSON line an event: ids, counts and durations, never content, tokens or links. */
export type LogFields = Record<string, string | number | boolean | null | undefined>;
export type Log = (event: string, fields?: LogFields) => void;

export const consoleLog: Log = (event, fields = {}) => {
  // oxlint-disable-next-line no-console -- the one place that writes; the platform collects standard output
  console.log(JSON.stringify({ event, ...fields }));
};
