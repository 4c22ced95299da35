import { expect, test } from "vitest";
import { listLacks, type Looked, readCapabilities } from "#app/features/here/capture/capabilities.ts";

const CHROME = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36";
const CHROME_PHONE =
  "Mozilla/5.0 (Linux; Android 16) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Mobile Safari/537.36";
const SAFARI =
  "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Safari/605.1.15";
const FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0";

function browser(userAgent: string, change: { format?: boolean; store?: boolean; locks?: boolean } = {}): Looked {
  const { format = true, store = true, locks = true } = change;
  return {
    MediaRecorder: { isTypeSupported: () => format },
    AudioContext: Object,
    Worker: Object,
    navigator: {
      userAgent,
      mediaDevices: { getUserMedia() {}, getDisplayMedia() {} },
      ...(store ? { storage: { getDirectory() {} } } : {}),
      ...(locks ? { locks: {} } : {}),
    },
  };
}

test("Chrome on a computer lacks nothing", () => {
  expect(listLacks(readCapabilities(browser(CHROME)))).toEqual([]);
});

test("a telephone, Safari and Firefox share no sound of a tab, and say so before the start", () => {
  for (const userAgent of [CHROME_PHONE, SAFARI, FIREFOX]) {
    expect(listLacks(readCapabilities(browser(userAgent)))).toEqual(["no-tab"]);
  }
});

test("a browser without Opus in MP4, or without a microphone, cannot record at all", () => {
  expect(listLacks(readCapabilities(browser(FIREFOX, { format: false })))).toEqual(["no-recording"]);
  const { mediaDevices: _, ...navigator } = browser(CHROME).navigator;
  expect(listLacks(readCapabilities({ ...browser(CHROME), navigator }))).toEqual(["no-recording"]);
});

test("a browser that keeps no files cannot record, because a crash would lose everything", () => {
  expect(listLacks(readCapabilities(browser(CHROME, { store: false })))).toEqual(["no-store"]);
});

test("a browser without locks records, and says to use one tab", () => {
  expect(listLacks(readCapabilities(browser(CHROME, { locks: false })))).toEqual(["no-lock"]);
});
