import type { Frame, Locator, Page } from "playwright-core";

const PRESS_MS_MAX = 2_000;

/** Actions of a visit on a page and on those of its frames that are the platform's own. All presses are the browser's own. */
export type PageHands = {
  /** Presses the first visible, enabled one; false when there is none. */
  press(find: (frame: Frame) => Locator): Promise<boolean>;
  /** Presses a button of that name, else a link. */
  pressNamed(names: RegExp): Promise<boolean>;
  pressAny(selectors: string[]): Promise<boolean>;
  /** The first visible field, or null; waits up to `waitMs` for one. */
  field(selector: string, waitMs?: number): Promise<Locator | null>;
  /** The answer of the first frame that has one; else an empty answer, or null. */
  read<Answer>(readIt: (asked: null) => Answer | null): Promise<Answer | null>;
};

export function pageHands(page: Page, belongs: (url: URL) => boolean): PageHands {
  const frames = () => page.frames().filter((frame) => frame === page.mainFrame() || isOwn(frame, belongs));

  async function press(find: (frame: Frame) => Locator): Promise<boolean> {
    for (const frame of frames()) {
      const found = find(frame).first();
      if (!(await isReady(found))) continue;
      await found.click({ timeout: PRESS_MS_MAX });
      return true;
    }
    return false;
  }

  return {
    press,
    async pressNamed(names) {
      const button = await press((frame) => frame.getByRole("button", { name: names }));
      return button || press((frame) => frame.getByRole("link", { name: names }));
    },
    async pressAny(selectors) {
      return selectors.length > 0 && press((frame) => frame.locator(selectors.join(", ")));
    },
    async field(selector, waitMs = 0) {
      for (const frame of frames()) {
        const found = frame.locator(selector).first();
        if (waitMs > 0) await found.waitFor({ state: "visible", timeout: waitMs }).catch(() => {});
        if (await isReady(found)) return found;
      }
      return null;
    },
    async read(readIt) {
      let empty: Awaited<ReturnType<typeof readIt>> | null = null;
      for (const frame of frames()) {
        // A frame that goes away while it is read gives no answer.
        const answer = await inPage(frame, readIt, null).catch(() => null);
        const isEmpty = answer === null || (Array.isArray(answer) && answer.length === 0);
        if (!isEmpty) return answer;
        empty ??= answer;
      }
      return empty;
    },
  };
}

async function isReady(found: Locator): Promise<boolean> {
  return (await found.isVisible().catch(() => false)) && (await found.isEnabled().catch(() => false));
}

function isOwn(frame: Frame, belongs: (url: URL) => boolean): boolean {
  return URL.canParse(frame.url()) && belongs(new URL(frame.url()));
}

/**
 * Runs a function of ours in a page. It is sent as text, so it uses nothing from outside itself: bundlers wrap inner functions
 * in a `__name` of their own, which no page has. Evaluated by the debugger: a page's content security policy and trusted types
 * do not stand in its way.
 */
function inPage<Asked, Answer>(
  where: Page | Frame,
  run: (asked: Asked) => Answer,
  asked: Asked,
): Promise<Awaited<Answer>> {
  const text = `(() => { const __name = (value) => value; return (${run.toString()})(${JSON.stringify(asked ?? null)}); })()`;
  return where.evaluate<Awaited<Answer>>(text);
}
