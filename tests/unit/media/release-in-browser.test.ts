import { expect, test } from "vitest";
import { releaseInBrowser } from "#app/media/release-in-browser.ts";

test("a released buffer has no bytes and cannot be read again, and releasing it again does nothing", () => {
  const buffers = [new ArrayBuffer(6000), new ArrayBuffer(1), new ArrayBuffer(0)];
  const views = buffers.map((buffer) => new Uint8Array(buffer));
  for (const buffer of buffers) releaseInBrowser(buffer);
  for (const buffer of buffers) releaseInBrowser(buffer);
  expect(buffers.map(({ byteLength }) => byteLength)).toEqual([0, 0, 0]);
  expect(views.map(({ length }) => length)).toEqual([0, 0, 0]);
  for (const buffer of buffers.slice(0, 2)) expect(() => new Uint8Array(buffer)).toThrow(/detached/iu);
});
