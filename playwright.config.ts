import { defineConfig } from "@playwright/test";

const executablePath = process.env.ACTA_BROWSER;

export default defineConfig({
  testDir: "tests/e2e",
  outputDir: "test-results/browser",
  globalSetup: "./tests/e2e/start-acta.ts",
  // Each has an Acta of its own (tests/e2e/start-acta.ts), and takes a spec file at a time.
  workers: 2,
  fullyParallel: false,
  retries: 0,
  forbidOnly: Boolean(process.env.CI),
  timeout: 120_000,
  // Long, because what is waited for comes sooner or not at all, and the machine may be busy.
  expect: { timeout: 20_000 },
  reporter: [["list"], ["json", { outputFile: "test-results/browser.json" }]],
  use: {
    browserName: "chromium",
    locale: "en-GB",
    timezoneId: "Europe/Madrid",
    trace: "retain-on-failure",
    launchOptions: {
      ...(executablePath ? { executablePath } : {}),
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-background-networking",
        "--disable-component-update",
        "--autoplay-policy=no-user-gesture-required",
      ],
    },
  },
});
