import { exports } from "cloudflare:workers";
import { expect, test } from "vitest";

const worker = exports.default;

test("a page is rendered in the browser's language", async () => {
  const answer = await worker.fetch("http://localhost:8787/", { headers: { "Accept-Language": "es-MX,en;q=0.5" } });
  expect(answer.headers.get("Content-Security-Policy")).toContain("default-src 'none'");
  expect(await answer.text()).toContain('<html lang="es"');
});
