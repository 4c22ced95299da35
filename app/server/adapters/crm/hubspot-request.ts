import { crmRequests } from "#app/server/adapters/crm/crm-requests.ts";

/** The real HubSpot, or the stand-in of one machine below `<origin>/hubspot`. */
export type HubSpotAddresses = { authorize: string; api: string; app: string };
export function hubSpotAddresses(localOrigin: string | null): HubSpotAddresses {
  if (localOrigin === null) {
    return {
      authorize: "https://app.hubspot.com/oauth/authorize",
      api: "https://api.hubapi.com",
      app: "https://app.hubspot.com",
    };
  }
  const base = `${localOrigin}/hubspot`;
  return { authorize: `${base}/oauth/authorize`, api: `${base}/api`, app: base };
}

/** The version in the paths of HubSpot's API (https://developers.hubspot.com/docs/api-reference). */
export const HUBSPOT_VERSION = "2026-03";

export const { ask: askHubSpot, askAs: askHubSpotAs, goodAnswer } = crmRequests("hubspot");
