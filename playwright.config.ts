import { defineConfig, type LaunchOptions } from "@playwright/test";

const executablePath = process.env.ACTA_BROWSER;
/** The suite of tests/plan.mjs, which gives its report a name. */
const suite = process.env.ACTA_BROWSER_SUITE ?? "browser";

export default defineConfig({
  testDir: "tests/e2e",
  outputDir: `test-results/${suite}`,
  globalSetup: "./tests/e2e/start-acta.ts",
  // Each has an Acta of its own (tests/e2e/start-acta.ts), and takes a spec file at a time.
  workers: 3,
  fullyParallel: false,
  retries: 0,
  forbidOnly: Boolean(process.env.CI),
  timeout: 120_000,
  // Long, because what is waited for comes sooner or not at all, and the machine may be busy.
  expect: { timeout: 20_000 },
  reporter: [["list"], ["json", { outputFile: `test-results/${suite}.json` }]],
  projects: [
    {
      name: "browser",
      testIgnore: ["call-story.spec.ts", "record-here*.spec.ts", "firefox.spec.ts"],
      use: {
        // Animations draw the page sixty times a second while a test waits. Tests of movement ask for it (`test.use`).
        reducedMotion: "reduce",
        // Drawing within the browser's own process, and one process for all pages of a context.
        launchOptions: launch("--in-process-gpu", "--disable-site-isolation-trials", "--renderer-process-limit=1"),
      },
    },
    // People who speak, a bot and a meeting server in real time: on two cores no other browser test keeps its time beside them.
    { name: "real-call", testMatch: "call-story.spec.ts" },
    // With an invented microphone that beeps once a second. The headless shell has no microphone at all.
    {
      name: "microphone-call",
      testMatch: ["record-here-killed.spec.ts", "record-here-tab.spec.ts"],
      use: { reducedMotion: "reduce", launchOptions: launch("--use-fake-device-for-media-stream") },
    },
    {
      name: "microphone",
      testMatch: ["record-here.spec.ts", "record-here-kept.spec.ts"],
      use: { reducedMotion: "reduce", launchOptions: launch("--use-fake-device-for-media-stream") },
    },
    // Its test drives Firefox itself.
    { name: "firefox", testMatch: "firefox.spec.ts" },
  ],
  use: {
    browserName: "chromium",
    locale: "en-GB",
    timezoneId: "Europe/Madrid",
    // A trace takes pictures of every page all the time, which costs a third of a core for each worker: only on request.
    trace: process.env.ACTA_TRACE === "1" ? "retain-on-failure" : "off",
    screenshot: "only-on-failure",
    launchOptions: launch(),
  },
});

function launch(...more: string[]): LaunchOptions {
  return {
    ...(executablePath ? { executablePath } : {}),
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-background-networking",
      "--disable-component-update",
      "--autoplay-policy=no-user-gesture-required",
      ...more,
    ],
  };
}
