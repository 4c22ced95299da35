import { gzipSync } from "node:zlib";
import type { Page } from "@playwright/test";

/** A file that a browser fetched, by its path, and its size on its way. */
export type Fetched = { path: string; bytes: number };

const isText = (type: string) => /^(?:text\/|image\/svg)|javascript|json|manifest/u.test(type);

/**
 * Opens an address and returns all that the browser fetches until it asks for nothing more: the document, and what it leads to, fonts among
 * it. Text counts with gzip, as servers send it. Some headless browsers fetch no icons of pages: then those that the page names are fetched
 * here. The page's context must not have files of Acta in its cache.
 */
export async function fetchedBytes(page: Page, address: string): Promise<Fetched[]> {
  const fetched = new Map<string, Promise<Fetched>>();
  const take = (answer: Answer) => fetched.set(answer.url(), sizeOf(answer));
  page.on("response", take);
  await page.goto(address, { waitUntil: "networkidle" });
  const icons = await page.evaluate(() =>
    [...document.querySelectorAll<HTMLLinkElement>('link[rel~="icon"]')].map(({ href }) => href),
  );
  for (const icon of icons) if (!fetched.has(icon)) take(await page.request.get(icon));
  return Promise.all(fetched.values());
}

type Answer = { url(): string; headers(): Record<string, string>; body(): Promise<Buffer> };

async function sizeOf(answer: Answer): Promise<Fetched> {
  const body = await answer.body();
  const bytes = isText(answer.headers()["content-type"] ?? "") ? gzipSync(body).byteLength : body.byteLength;
  return { path: new URL(answer.url()).pathname, bytes };
}
