import type { Page } from "playwright-core";
import * as z from "zod";
import type { BotPlatform } from "#app/domain/meeting/call.ts";

/**
 * Which addresses the recorder's browser may open as its main page, per platform. Acta has checked the link before; this is
 * the recorder's own second look, also at every redirect: an order that was forged or a site that sends the bot on leads
 * nowhere else.
 */
type HostRule = { hosts: string[]; under: string[]; never: string[] };

const RULES: Record<Exclude<BotPlatform, "jitsi" | "local">, HostRule> = {
  meet: { hosts: ["meet.google.com"], under: [], never: [] },
  teams: {
    hosts: [
      "teams.microsoft.com",
      "teams.live.com",
      "teams.microsoft.us",
      "gov.teams.microsoft.us",
      "dod.teams.microsoft.us",
      "teams.cloud.microsoft",
    ],
    under: [],
    never: [],
  },
  zoom: {
    hosts: ["zoom.us", "zoom.com", "zoomgov.com"],
    under: ["zoom.us", "zoom.com", "zoomgov.com"],
    never: ["events.zoom.us", "marketplace.zoom.us", "developers.zoom.us"],
  },
};

/** Public Jitsi servers; an operator's own ones are added by configuration. */
const JITSI_HOSTS = ["meet.jit.si", "8x8.vc"];

const SIGN_IN_HOSTS = new Set([
  "accounts.google.com",
  "login.microsoftonline.com",
  "login.microsoftonline.us",
  "login.microsoftonline.de",
  "login.partner.microsoftonline.cn",
  "login.microsoft.com",
  "login.live.com",
  "login.windows.net",
]);

export type HostSettings = {
  /** More Jitsi servers, host names only. */
  jitsiHosts: string[];
  /** One exact http origin on loopback for the local meeting server; null in production. */
  localOrigin: string | null;
};

export function isSignInHost(host: string): boolean {
  return SIGN_IN_HOSTS.has(host.toLowerCase().replace(/\.$/, ""));
}

/** `sign-in` ends the visit with that reason and is not opened; `refused` is opened by nobody. */
export type Verdict = "open" | "sign-in" | "refused";

export function judgeAddress(platform: BotPlatform, address: URL, settings: HostSettings): Verdict {
  if (address.username !== "" || address.password !== "") return "refused";
  if (platform === "local") {
    return settings.localOrigin !== null && isLoopback(settings.localOrigin) && address.origin === settings.localOrigin
      ? "open"
      : "refused";
  }
  if (address.protocol !== "https:" || address.port !== "") return "refused";
  const host = address.hostname.toLowerCase();
  if (isSignInHost(host)) return "sign-in";
  if (platform === "jitsi") return [...JITSI_HOSTS, ...settings.jitsiHosts].includes(host) ? "open" : "refused";
  const rule = RULES[platform];
  if (rule.never.includes(host)) return "refused";
  const known = rule.hosts.includes(host) || rule.under.some((parent) => host.endsWith(`.${parent}`));
  return known ? "open" : "refused";
}

function isLoopback(origin: string): boolean {
  if (!URL.canParse(origin)) return false;
  const { protocol, hostname } = new URL(origin);
  return protocol === "http:" && (hostname === "localhost" || hostname === "127.0.0.1" || hostname === "[::1]");
}

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
