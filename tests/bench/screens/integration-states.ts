import type { Page } from "@playwright/test";
import type { Stage, State } from "#tests/bench/screens/stage.ts";

const lucia = { who: "lucia" } as const;
const SECTIONS = "/settings/integrations";

/** Opens the dialog of a section: its button beside the heading is the section's first. */
async function opened({ page }: Stage, section: string): Promise<void> {
  await page.locator(`${section} button`).first().click();
  await page.locator("dialog[open] form").waitFor();
}

/** Opens "Record here" in a browser that was changed by `script` before any of Acta's code ran. */
async function recorder(page: Page, script: () => void): Promise<void> {
  await page.addInitScript(script);
  await page.goto(new URL("/?record=1", page.url()).href);
  await page.locator("dialog[open]").waitFor();
}

/** The page of integrations, the pages about the API, and recording in the browser. */
export const INTEGRATION_STATES: readonly State[] = [
  { ...lucia, name: "integrations", path: () => SECTIONS, whole: true },
  {
    ...lucia,
    name: "integrations-new-key",
    path: () => `${SECTIONS}#keys`,
    prepare: (stage) => opened(stage, "#keys"),
  },
  {
    ...lucia,
    name: "integrations-new-webhook",
    path: () => `${SECTIONS}#hooks`,
    prepare: (stage) => opened(stage, "#hooks"),
  },
  { ...lucia, name: "sent-empty", path: () => "/settings/sent" },
  { name: "api-docs", path: () => "/api/docs", whole: true },
  { name: "webhooks-help", path: () => "/api/docs/webhooks", whole: true },
  { name: "mcp-help", path: () => "/api/docs/mcp", whole: true },
  {
    ...lucia,
    name: "record-here-no-microphone",
    path: () => "/",
    prepare: ({ page }) => recorder(page, () => {}),
  },
  {
    ...lucia,
    name: "record-here-denied",
    path: () => "/",
    prepare: ({ page }) =>
      recorder(page, () => {
        navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException("refused", "NotAllowedError"));
      }),
  },
  {
    ...lucia,
    name: "record-here-private-window",
    path: () => "/",
    prepare: ({ page }) =>
      recorder(page, () => {
        Object.defineProperty(StorageManager.prototype, "getDirectory", { value: undefined });
      }),
  },
  {
    ...lucia,
    name: "record-here-other-browser",
    path: () => "/",
    prepare: ({ page }) =>
      recorder(page, () => {
        MediaRecorder.isTypeSupported = () => false;
      }),
  },
];
