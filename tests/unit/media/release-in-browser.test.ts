import { expect, test, vi } from "vitest";
import { releaseInBrowser } from "#app/media/release-in-browser.ts";

test("a released buffer has no bytes, and releasing it again does nothing", () => {
  const sent = vi.spyOn(MessagePort.prototype, "postMessage");
  const buffers = [new ArrayBuffer(6000), new ArrayBuffer(1), new ArrayBuffer(0)];
  for (const buffer of buffers) releaseInBrowser(buffer);
  for (const buffer of buffers) releaseInBrowser(buffer);
  expect(buffers.map(({ byteLength }) => byteLength)).toEqual([0, 0, 0]);
  // Each goes with a message of its own, through one port.
  expect(sent.mock.calls).toEqual([
    [null, [buffers[0]]],
    [null, [buffers[1]]],
  ]);
  expect(new Set(sent.mock.contexts).size).toBe(1);
  vi.restoreAllMocks();
});
