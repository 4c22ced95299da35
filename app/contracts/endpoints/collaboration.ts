import { CHANGES, endpoint, READS } from "#app/contracts/endpoint.ts";

/** The channel of Slack or the database of Notion of a connection. Only a session can read or change it. */

/** The channels or databases from which the person can choose. */
export const listPlaces = endpoint({
  ...READS,
  path: "/api/acta/connections/:connection_id/places",
  params: { connection_id: "text" },
  answer: async () => (await import("#app/contracts/connections.ts")).placeList,
  rate: { limit: "poll", counted: "places" },
  failure: "collaboration:error.load",
});

/** Chooses one of them, and when minutes go there. */
export const choosePlace = endpoint({
  ...CHANGES,
  method: "PUT",
  path: "/api/acta/connections/:connection_id/place",
  params: { connection_id: "text" },
  body: async () => (await import("#app/contracts/integration-changes.ts")).chosenPlace,
  answer: async () => (await import("#app/contracts/connections.ts")).shownConnection,
  rate: { limit: "edit", counted: "place" },
  failure: "collaboration:error.save",
});
