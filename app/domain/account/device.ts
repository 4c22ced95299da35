/**
 * The browser and the system that a session began with. They are stored in place of the User-Agent, which would tell versions and
 * models too. People recognise their devices by these two words.
 */

/** The first that fits: many browsers also name the ones that they descend from. */
const BROWSERS = [
  ["Edge", /\bEdg(?:A|iOS)?\//],
  ["Opera", /\bOPR\//],
  ["Samsung Internet", /\bSamsungBrowser\//],
  ["Firefox", /\b(?:Firefox|FxiOS)\//],
  ["Chrome", /\b(?:Headless)?(?:Chrome|CriOS)\//],
  ["Safari", /\bSafari\//],
] as const;

/** Android names Linux, and a telephone of Apple names macOS. */
const SYSTEMS = [
  ["iOS", /iPhone|iPad/],
  ["Android", /Android/],
  ["ChromeOS", /CrOS/],
  ["Windows", /Windows/],
  ["macOS", /Macintosh/],
  ["Linux", /Linux/],
] as const;

type Browser = (typeof BROWSERS)[number][0];
type System = (typeof SYSTEMS)[number][0];
/** Null: not known. */
export type Device = { browser: Browser | null; system: System | null };

/** The stored part of a User-Agent: "Firefox/Linux"; a part that is not known is empty. */
export function shortenUserAgent(userAgent: string): string {
  const browser = BROWSERS.find(([, pattern]) => pattern.test(userAgent))?.[0] ?? "";
  const system = SYSTEMS.find(([, pattern]) => pattern.test(userAgent))?.[0] ?? "";
  return `${browser}/${system}`;
}

/** Reads what `shortenUserAgent` wrote; any other text is an unknown device. */
export function parseDevice(stored: string | null): Device {
  const [browser, system] = (stored ?? "").split("/");
  return {
    browser: BROWSERS.find(([name]) => name === browser)?.[0] ?? null,
    system: SYSTEMS.find(([name]) => name === system)?.[0] ?? null,
  };
}
