import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import { launchBrowser } from "#workers/recorder/src/capture/tab-page.ts";

afterEach(() => vi.restoreAllMocks());

/** A browser that ends at once where it is to have its sandbox, as Chromium does where the runtime forbids it. */
async function browserWithoutSandbox(folder: string): Promise<string> {
  const file = path.join(folder, "chromium");
  const real = process.env.ACTA_BROWSER || "/usr/bin/chromium";
  await writeFile(
    file,
    `#!/bin/sh\ncase "$*" in *--no-sandbox*) exec ${real} "$@";; esac\necho "No usable sandbox!" >&2\nexit 1\n`,
  );
  await chmod(file, 0o755);
  return file;
}

test("a bot whose runtime forbids the sandbox gets a browser without it, and says so", {
  timeout: 60_000,
}, async () => {
  // The tests may run as root, which never has a sandbox.
  vi.spyOn(process, "getuid").mockReturnValue(1000);
  const folder = await mkdtemp(path.join(tmpdir(), "acta-sandbox-"));
  const reasons: string[] = [];
  const settings = {
    executablePath: await browserWithoutSandbox(folder),
    headless: true,
    fakeDevices: false,
    loopbackOnly: true,
  };
  const browser = await launchBrowser(settings, (error) => void reasons.push(String(error)));
  try {
    const page = await browser.newPage();
    await page.setContent("<title>It runs</title>");
    expect(await page.title()).toBe("It runs");
    expect(reasons).toHaveLength(1);
    expect(reasons[0]).toContain("No usable sandbox!");
  } finally {
    await browser.close();
    await rm(folder, { recursive: true });
  }
});
