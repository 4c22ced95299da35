import { createServer } from "node:net";
import { expect, test } from "vitest";
import { isFreePort, isSupportedNode } from "../../workers/local/preflight.mjs";

test.each([
  ["20.19.0", true],
  ["20.20.2", true],
  ["20.18.3", false],
  ["18.20.0", false],
  ["21.7.0", false],
  ["22.11.0", false],
  ["22.12.0", true],
  ["24.1.0", true],
])("Node %s is supported: %s", (version, supported) => {
  expect(isSupportedNode(version)).toBe(supported);
});

test("a port that somebody listens on is not free", async () => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  expect(await isFreePort(port)).toBe(false);
  await new Promise((resolve) => server.close(resolve));
  expect(await isFreePort(port)).toBe(true);
});
