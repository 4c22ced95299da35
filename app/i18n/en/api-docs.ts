/** The page about the API. Its operations are described in English, by the OpenAPI document. */
export const apiDocs = {
  title: "API",
  lead: "Read, search and change your meetings from a program.",
  start: {
    heading: "First call",
    text: "Create a key in the settings, and send it in the Authorization header. Keep it secret: whoever has it can do what it allows.",
    settings: "Create a key",
    document: "OpenAPI 3.1 document",
  },
  rules: {
    heading: "Rules",
    rights: "A key can do what you can do at that moment. It cannot create keys or delete your account.",
    pages: "Lists come in pages. Send nextCursor as cursor, until it is null.",
    once: "Send an Idempotency-Key with an upload or an invitation. For 24 hours, the same key with the same body makes nothing new.",
    match: "To change a task or a link, send the ETag that you have read in the If-Match header.",
    errors: "Errors are application/problem+json. Their code does not change.",
    rate: "RateLimit-Policy says how many calls are allowed, and in how many seconds. After the status 429, wait as long as Retry-After says.",
  },
  recipes: {
    heading: "Recipes",
    list: "List meetings",
    minutes: "Download minutes as Markdown",
    search: "Search",
    task: "Mark a task as done",
    invite: "Invite Acta to a call",
    upload: "Upload a recording, in three calls",
  },
  operations: {
    heading: "Operations",
    lead: "Paths, parameters and answers do not change within version 1. New fields can be added.",
    read: "Works with every key",
    write: "Needs a key that can change meetings",
    parameters: "Parameters",
    required: "required",
    errors: "Errors",
    place: { path: "in the path", query: "in the query", header: "in a header", body: "in the body" },
  },
};
