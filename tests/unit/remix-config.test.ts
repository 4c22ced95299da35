import { expect, test } from "vitest";
import options from "../../remix.config.js";

/** The flags that @remix-run/dev 2.17 knows; a later version that adds one makes this list wrong on purpose. */
const V3_FLAGS = [
  "v3_fetcherPersist",
  "v3_lazyRouteDiscovery",
  "v3_relativeSplatPath",
  "v3_routeConfig",
  "v3_singleFetch",
  "v3_throwAbortReason",
];

test("every v3 future flag is on", () => {
  expect(Object.keys(options.future ?? {}).sort()).toEqual(V3_FLAGS);
  expect(Object.values(options.future ?? {}).every(Boolean)).toBe(true);
});
