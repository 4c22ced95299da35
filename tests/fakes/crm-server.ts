import { vi } from "vitest";
import { createHubSpot } from "../../workers/local/crm/hubspot-stand-in.mjs";

/** HubSpot on the network, for tests of one process: the stand-in of `npm start`, without sample contacts. It replaces the network. */
export const CRM_ORIGIN = "http://127.0.0.1:8788";

export function playHubSpot({ now = Date.now }: { now?: () => number } = {}) {
  const hubspot = createHubSpot({
    client: { id: "acta-local-hubspot", secret: "acta-local-hubspot-secret" },
    isRedirectAllowed: (uri) => uri === "http://localhost:8787/api/acta/connections/connect/hubspot/callback",
    now,
  });
  vi.spyOn(globalThis, "fetch").mockImplementation(async (input, init) => {
    const request = new Request(input, init);
    request.signal.throwIfAborted();
    const answer = await hubspot.answer(request);
    if (answer === null) throw new TypeError(`nobody is reachable at ${new URL(request.url).origin}`);
    return answer;
  });
  return hubspot;
}
