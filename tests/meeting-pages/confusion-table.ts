import { PAGE_STATES, type PageState } from "#app/contracts/recording/recorder.ts";

/** Rows: what the page is. Columns: what the classifier said. Only columns that occur are drawn. */
export function confusionTable(readings: { expected: PageState; got: PageState }[]): string {
  const columns = PAGE_STATES.filter((state) => readings.some((each) => each.got === state));
  const width = Math.max(...PAGE_STATES.map((state) => state.length)) + 1;
  const rows = PAGE_STATES.filter((state) => readings.some((each) => each.expected === state)).map((expected) => {
    const cells = columns.map((got) => {
      const count = readings.filter((each) => each.expected === expected && each.got === got).length;
      return (count === 0 ? "·" : String(count)).padStart(got.length);
    });
    return `${expected.padEnd(width)} ${cells.join("  ")}`;
  });
  const right = readings.filter((each) => each.expected === each.got).length;
  return [
    `${"page \\ said".padEnd(width)} ${columns.join("  ")}`,
    ...rows,
    `${right} of ${readings.length} right`,
  ].join("\n");
}
