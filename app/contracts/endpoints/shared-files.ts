import { endpoint } from "#app/contracts/endpoint.ts";

/** Files of a shared page: whoever has the link may load them. */

export const playShared = endpoint({
  method: "GET",
  path: "/s/:token/recording",
  params: { token: "text" },
  body: null,
  answer: "file",
  actors: ["share"],
  scopes: ["read"],
  rate: { limit: "share", counted: "share" },
  failure: "error.notAvailable",
});

/** As for the owner (meetings.ts); ?transcript=1 adds the transcript where it is shared. */
export const exportShared = endpoint({
  method: "GET",
  path: "/s/:token/export/:format",
  params: { token: "text", format: "text" },
  body: null,
  answer: "file",
  actors: ["share"],
  scopes: ["read"],
  rate: { limit: "share", counted: "share" },
  failure: "error.notAvailable",
});

export const downloadSharedPdf = endpoint({
  method: "GET",
  path: "/s/:token/pdf",
  params: { token: "text" },
  body: null,
  answer: "file",
  actors: ["share"],
  scopes: ["read"],
  rate: { limit: "share", counted: "share" },
  failure: "error.notAvailable",
});
