import { vi } from "vitest";
import { createHubSpot } from "../../workers/stand-ins/crm/hubspot-stand-in.mjs";
import { createPipedrive } from "../../workers/stand-ins/crm/pipedrive-stand-in.mjs";
import { createSalesforce } from "../../workers/stand-ins/crm/salesforce-stand-in.mjs";

/** CRMs on the network, for tests of one process: the stand-ins of `npm start`, without sample contacts. They replace the network. */
export const CRM_ORIGIN = "http://127.0.0.1:8788";

/** `pageMax`: associations of one contact in one answer. */
export function playHubSpot({ now = Date.now, pageMax = 500 }: { now?: () => number; pageMax?: number } = {}) {
  return onNetwork(createHubSpot({ ...clientOf("hubspot"), now, pageMax }));
}

export function playPipedrive({ now = Date.now }: { now?: () => number } = {}) {
  return onNetwork(createPipedrive({ ...clientOf("pipedrive"), now, origin: () => CRM_ORIGIN }));
}

type SalesforceSettings = { now?: () => number; sharesActivities?: boolean; hidden?: string[]; hasApi?: boolean };

export function playSalesforce({ now = Date.now, ...settings }: SalesforceSettings = {}) {
  return onNetwork(createSalesforce({ ...clientOf("salesforce"), now, ...settings }));
}

function clientOf(kind: string) {
  return {
    client: { id: `acta-local-${kind}`, secret: `acta-local-${kind}-secret` },
    isRedirectAllowed: (uri: string) => uri === `http://localhost:8787/api/acta/connections/connect/${kind}/callback`,
  };
}

function onNetwork<Crm extends { answer: (request: Request) => Promise<Response | null> }>(crm: Crm): Crm {
  vi.spyOn(globalThis, "fetch").mockImplementation(async (input, init) => {
    const request = new Request(input, init);
    request.signal.throwIfAborted();
    const answer = await crm.answer(request);
    if (answer === null) throw new TypeError(`nobody is reachable at ${new URL(request.url).origin}`);
    return answer;
  });
  return crm;
}
