import { chromium, type Browser, type Page } from "playwright-core";

/** One Chromium for all pages of a test file. Every host is answered by the test itself: nothing leaves the machine. */
export function openBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: process.env.ACTA_BROWSER || "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-dev-shm-usage", "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1"],
  });
}

/** A page on which every document is `html()` and everything else is empty, at whatever address it asks for. */
export async function pageThatShows(browser: Browser, html: (url: string) => string): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 720 } });
  const page = await context.newPage();
  await page.route("**/*", (route) => {
    const isPage = route.request().isNavigationRequest() && route.request().frame() === page.mainFrame();
    const body = isPage ? html(route.request().url()) : "<p>frame</p>";
    return route.fulfill({ contentType: "text/html; charset=utf-8", body });
  });
  return page;
}
