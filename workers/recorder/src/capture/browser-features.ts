/**
 * Chromium's features for a browser that visits one meeting. Chromium takes only the last list of each kind, so these have all of Playwright's
 * (tests/unit/recorder/browser-features.test.ts compares them) and ours.
 */

/** Switched off by Playwright: surprises for a page that is driven, and requests of the browser's own. */
const PLAYWRIGHT_OFF = [
  "AvoidUnnecessaryBeforeUnloadCheckSync",
  "DestroyProfileOnBrowserClose",
  "HttpsUpgrades",
  "HttpsFirstBalancedModeAutoEnable",
  "LensOverlay",
  "MediaRouter",
  "PaintHolding",
  "ThirdPartyStoragePartitioning",
  "AvoidCorsURLLoaderRestartOnRedirect",
  "TcpPortRandomizationWin",
  "OptimizationHints",
  "NetworkTimeServiceQuerying",
  "AimEnabled",
  "PreconnectToSearch",
  "msForceBrowserSignIn",
  "msEdgeUpdateLaunchServicesPreferredVersion",
];

const PLAYWRIGHT_ON = ["CDPScreenshotNewSurface", "SkipListAccountsWithoutGaiaCookies"];

/** Processes that a bot does not need. The list below the address bar is a page with a process of 30 MB, a spare process takes 20. */
const NEEDLESS = [
  "WebUIOmniboxPopup",
  "WebUIOmniboxAimPopup",
  "PreloadTopChromeWebUI",
  "SpareRendererForSitePerProcess",
];

/**
 * The network runs in the browser's own process, which saves some 20 MB. On Linux it has no sandbox as a process of its own, so none is lost; a crash
 * of it now ends the browser, and the bot joins again. Pages keep their processes and sandboxes. Sound keeps its process, too, whatever else
 * the browser does (decision 220).
 */
const IN_BROWSER = ["NetworkServiceInProcess2"];

/** The two flags. `off`: further features to switch off. */
export function featureFlags(off: readonly string[] = []): string[] {
  return [
    `--disable-features=${[...PLAYWRIGHT_OFF, ...NEEDLESS, ...off].join(",")}`,
    `--enable-features=${[...PLAYWRIGHT_ON, ...IN_BROWSER].join(",")}`,
  ];
}
