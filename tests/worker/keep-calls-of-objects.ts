import { afterAll, afterEach } from "vitest";

/**
 * vitest passes on each line of the console and each unhandled error with a call to its own process, and waits for all of these calls at the
 * end of a file. The pool sends a call that is made in an object or a request through an object of its own; where the caller is aborted
 * first, the call is never sent, and the run stood still without an error. Here these calls are kept, and sent from the tests' own context.
 */
type Calls = Record<"onUserConsoleLog" | "onUnhandledError", (...given: unknown[]) => Promise<void>>;

const { __vitest_worker__: worker } = globalThis as unknown as { __vitest_worker__: { rpc: Calls } };
const KEPT = Symbol.for("acta.tests.kept-calls");
const shared = globalThis as unknown as { [KEPT]?: (() => void)[] };
// The files share a process; a call that comes between two files goes with the first test of the second.
const kept = (shared[KEPT] ??= []);

// Each file has calls of its own.
worker.rpc = new Proxy(worker.rpc, {
  get(calls, name) {
    const call: unknown = Reflect.get(calls, name);
    if ((name !== "onUserConsoleLog" && name !== "onUnhandledError") || typeof call !== "function") return call;
    return async (...given: unknown[]) => void kept.push(() => void call(...given));
  },
});

const sendKept = () => {
  for (const send of kept.splice(0)) send();
};
afterEach(sendKept);
afterAll(sendKept);
