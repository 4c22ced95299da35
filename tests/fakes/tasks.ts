import { vi } from "vitest";
import { createTaskStandIns } from "#workers/stand-ins/tasks/task-routes.mjs";

/** Services of tasks on the network, for tests of one process: the stand-ins of `npm start` behind `fetch`. */

const STAND_IN_ORIGIN = "http://127.0.0.1:8788";
const APP_ORIGIN = "http://localhost:8787";

export type PlayedTasks = ReturnType<typeof playTasks>;

/** Call `vi.restoreAllMocks()` after the test. */
export function playTasks() {
  const standIns = createTaskStandIns({
    redirectOrigins: [APP_ORIGIN],
    now: Date.now,
    send: () => Promise.reject(new Error("tests deliver events themselves")),
  });
  const html = (render: (nonce: string) => string, status = 200) => new Response(render("nonce"), { status });
  const answer = async (request: Request) => {
    for (const standIn of Object.values(standIns)) {
      const found = await standIn.answer(request, html);
      if (found !== null) return found;
    }
    return null;
  };
  const network = globalThis.fetch;
  vi.spyOn(globalThis, "fetch").mockImplementation(async (input, init) => {
    const request = new Request(input, init);
    if (!request.url.startsWith(`${STAND_IN_ORIGIN}/`)) return network(input, init);
    request.signal.throwIfAborted();
    if (init?.redirect !== "manual") throw new TypeError("redirects must not be followed");
    return (await answer(new Request(input, init))) ?? network(input, init);
  });
  return {
    ...standIns,
    /** The person allows Acta on the page of a consent, or presses Cancel. Returns the query with which they come back. */
    async decide(url: string, choice: "allow" | "cancel"): Promise<URLSearchParams> {
      const page = await answer(new Request(url));
      if (page?.status !== 200) throw new Error(`the page of the consent answered ${page?.status}`);
      const back = await answer(new Request(url, { method: "POST", body: new URLSearchParams({ [choice]: "yes" }) }));
      return new URL(back?.headers.get("Location") ?? "").searchParams;
    },
  };
}
