import type { Page } from "@playwright/test";

export type Shift = { by: number; what: string };

/** Runs in the page before its first byte (`addInitScript`): records every shift without recent input, with old and new positions. */
export function watchShifts(): void {
  type Source = { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly };
  type Entry = PerformanceEntry & { value: number; hadRecentInput: boolean; sources: Source[] };
  const seen: Shift[] = [];
  const boxOf = ({ x, y, width, height }: DOMRectReadOnly) => [x, y, width, height].map(Math.round).join(" ");
  const nameOf = ({ node, previousRect, currentRect }: Source) => {
    const element = node instanceof Element ? node : node?.parentElement;
    const name = element ? `${element.tagName.toLowerCase()}.${element.getAttribute("class") ?? ""}` : "?";
    return `${name} [${boxOf(previousRect)} > ${boxOf(currentRect)}]`;
  };
  const take = (entries: PerformanceEntryList) => {
    for (const { value, hadRecentInput, sources, startTime } of entries as Entry[]) {
      const what = `${Math.round(startTime)} ms ${value.toFixed(3)} ${sources.map(nameOf).join(", ")}`;
      if (!hadRecentInput) seen.push({ by: value, what });
    }
  };
  const observer = new PerformanceObserver((list) => take(list.getEntries()));
  observer.observe({ type: "layout-shift", buffered: true });
  Reflect.set(window, "seenShifts", () => {
    take(observer.takeRecords());
    return seen;
  });
}

/** Layout shifts since the page began to load, or since `forgetShifts`: their sum, and the elements that moved. */
export async function shifted(page: Page): Promise<Shift> {
  const all = await page.evaluate(() => Reflect.get(window, "seenShifts")?.() as Shift[] | undefined);
  return { by: (all ?? []).reduce((sum, { by }) => sum + by, 0), what: (all ?? []).map(({ what }) => what).join("; ") };
}

export async function forgetShifts(page: Page): Promise<void> {
  await page.evaluate(() => Reflect.get(window, "seenShifts")().splice(0));
}
