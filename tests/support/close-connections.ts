import { beforeAll } from "vitest";

/**
 * Every connection of `fetch` ends with its answer. A server closes a connection that was idle for some seconds; a request that
 * the client sends at that moment fails, which happened on a busy machine.
 */
const DISPATCHER = Symbol.for("undici.globalDispatcher.1");

type Dispatcher = { constructor: new (options: { pipelining: number }) => Dispatcher };

beforeAll(async () => {
  // Node sets its dispatcher when `fetch` is first used.
  await fetch("data:,");
  const { [DISPATCHER]: before } = globalThis as { [DISPATCHER]?: Dispatcher };
  if (!before) throw new Error("fetch has no dispatcher that can be replaced");
  Object.assign(globalThis, { [DISPATCHER]: new before.constructor({ pipelining: 0 }) });
});
