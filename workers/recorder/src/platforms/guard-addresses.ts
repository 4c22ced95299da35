import type { Page } from "playwright-core";
import * as z from "zod";
import type { Verdict } from "./hosts.ts";

const paused = z.object({ requestId: z.string(), request: z.object({ url: z.string() }), frameId: z.string() });

export type AddressGuard = {
  /** Why the page was not sent on; null while everything it opened was the platform's own. The first one counts. */
  stopped(): Exclude<Verdict, "open"> | null;
  refuse(verdict: Verdict): void;
  /** Before an address is opened again. */
  forget(): void;
};

/**
 * Lets the main frame open what `judge` allows and nothing else. Asked of every hop: Playwright's own routing sees the first
 * request of a chain of redirects only, the browser's Fetch domain sees each. Nothing that is refused is requested at all.
 * Windows that the page opens are closed.
 */
export async function guardAddresses(page: Page, judge: (url: URL) => Verdict): Promise<AddressGuard> {
  let stopped: Exclude<Verdict, "open"> | null = null;
  const refuse = (verdict: Verdict) => {
    if (verdict !== "open") stopped ??= verdict;
  };
  page.on("popup", (popup) => void popup.close().catch(() => {}));
  const session = await page.context().newCDPSession(page);
  const tree: unknown = await session.send("Page.getFrameTree");
  const main = z.object({ frameTree: z.object({ frame: z.object({ id: z.string() }) }) }).parse(tree).frameTree
    .frame.id;
  session.on("Fetch.requestPaused", (event) => {
    const { requestId, request, frameId } = paused.parse(event);
    const verdict = frameId === main ? verdictOf(request.url, judge) : "open";
    refuse(verdict);
    const answer =
      verdict === "open"
        ? session.send("Fetch.continueRequest", { requestId })
        : session.send("Fetch.failRequest", { requestId, errorReason: "BlockedByClient" });
    // The page may be gone by now.
    answer.catch(() => {});
  });
  await session.send("Fetch.enable", { patterns: [{ resourceType: "Document", requestStage: "Request" }] });
  return {
    stopped: () => stopped,
    refuse,
    forget() {
      stopped = null;
    },
  };
}

function verdictOf(url: string, judge: (url: URL) => Verdict): Verdict {
  if (!URL.canParse(url)) return "refused";
  const address = new URL(url);
  // A page may draw itself from its own memory; that opens nobody else's host.
  return address.protocol === "blob:" || address.protocol === "about:" || address.protocol === "data:"
    ? "open"
    : judge(address);
}
