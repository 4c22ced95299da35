import { CHANGES, endpoint, READS } from "#app/contracts/endpoint.ts";

/** Feeds of the person. Only a session can read or change them; whoever has the address of one can read it. */

export const listFeeds = endpoint({
  ...READS,
  path: "/api/acta/feeds",
  answer: async () => (await import("#app/contracts/feeds.ts")).feedList,
  rate: { limit: "poll", counted: "feeds" },
  failure: "error.loadingData",
});

/** Makes an address, or another one: the one before is dead. The answer holds it, once. */
export const renewFeed = endpoint({
  ...CHANGES,
  method: "POST",
  path: "/api/acta/feeds/:feed_kind",
  params: { feed_kind: "text" },
  answer: async () => (await import("#app/contracts/feeds.ts")).madeFeed,
  rate: { limit: "retry", counted: "feed-renew" },
  failure: "feeds:error.renew",
});

/** Whether it shows titles. */
export const changeFeed = endpoint({
  ...CHANGES,
  method: "PATCH",
  path: "/api/acta/feeds/:feed_kind",
  params: { feed_kind: "text" },
  body: async () => (await import("#app/contracts/integration-changes.ts")).feedChange,
  answer: async () => (await import("#app/contracts/feeds.ts")).shownFeed,
  rate: { limit: "edit", counted: "feed-change" },
  failure: "feeds:error.change",
});

export const removeFeed = endpoint({
  ...CHANGES,
  method: "DELETE",
  path: "/api/acta/feeds/:feed_kind",
  params: { feed_kind: "text" },
  answer: async () => (await import("#app/contracts/api-answers.ts")).doneAnswer,
  rate: { limit: "retry", counted: "feed-remove" },
  failure: "feeds:error.remove",
});

/** RFC 5545. Counted like shared pages, by network. */
export const readMeetingsFeed = endpoint({
  method: "GET",
  path: "/feeds/:token/meetings.ics",
  params: { token: "text" },
  body: null,
  answer: "file",
  actors: ["anyone"],
  scopes: ["read"],
  rate: { limit: "share", counted: "feed" },
  failure: "error.notAvailable",
});

/** RFC 4287. */
export const readMinutesFeed = endpoint({
  method: "GET",
  path: "/feeds/:token/minutes.atom",
  params: { token: "text" },
  body: null,
  answer: "file",
  actors: ["anyone"],
  scopes: ["read"],
  rate: { limit: "share", counted: "feed" },
  failure: "error.notAvailable",
});
