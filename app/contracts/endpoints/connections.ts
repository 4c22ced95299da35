import { CHANGES, endpoint, READS } from "#app/contracts/endpoint.ts";

/** Accounts to which minutes go, and what was sent. Only a session can read or change them. */

export const listConnections = endpoint({
  ...READS,
  path: "/api/acta/connections",
  answer: async () => (await import("#app/contracts/connections.ts")).connectionList,
  rate: { limit: "poll", counted: "connections" },
  failure: "error.loadingData",
});

/** Begins the consent. A form, so that it works without JavaScript; the browser goes on to the destination. */
export const connectAccount = endpoint({
  ...CHANGES,
  method: "POST",
  path: "/api/acta/connections/connect/:kind",
  params: { kind: "text" },
  body: async () => (await import("#app/contracts/integration-changes.ts")).connectForm,
  bodyAs: "form",
  answer: "redirect",
  rate: { limit: "retry", counted: "connection-connect" },
  failure: "connections:error.connect",
});

/** Back from the destination. Without an attempt of this session: back to the settings, which say so. */
export const finishConnecting = endpoint({
  method: "GET",
  path: "/api/acta/connections/connect/:kind/callback",
  params: { kind: "text" },
  body: null,
  answer: "redirect",
  actors: ["session", "anyone"],
  scopes: ["write"],
  rate: { limit: "retry", counted: "connection-callback" },
  failure: "connections:error.connect",
});

export const changeConnection = endpoint({
  ...CHANGES,
  method: "PATCH",
  path: "/api/acta/connections/:connection_id",
  params: { connection_id: "text" },
  body: async () => (await import("#app/contracts/integration-changes.ts")).connectionChange,
  answer: async () => (await import("#app/contracts/connections.ts")).shownConnection,
  rate: { limit: "edit", counted: "connection-change" },
  failure: "connections:error.change",
});

/** Gives the tokens back. Nothing more is sent; the list of what was sent stays for its time. */
export const disconnectAccount = endpoint({
  ...CHANGES,
  method: "DELETE",
  path: "/api/acta/connections/:connection_id",
  params: { connection_id: "text" },
  answer: async () => (await import("#app/contracts/api-answers.ts")).doneAnswer,
  rate: { limit: "retry", counted: "connection-disconnect" },
  failure: "connections:error.disconnect",
});

/** The properties of a CRM's contacts that take text. */
export const listProperties = endpoint({
  ...READS,
  path: "/api/acta/connections/:connection_id/properties",
  params: { connection_id: "text" },
  answer: async () => (await import("#app/contracts/connections.ts")).crmProperties,
  rate: { limit: "edit", counted: "connection-properties" },
  failure: "connections:error.crm",
});

/** Exactly what would be sent to a CRM. */
export const previewMinutes = endpoint({
  method: "POST",
  path: "/api/acta/connections/:connection_id/preview/:meetId",
  params: { connection_id: "text", meetId: "meet-id" },
  body: async () => (await import("#app/contracts/integration-changes.ts")).previewPayload,
  answer: async () => (await import("#app/contracts/connections.ts")).crmPreview,
  actors: ["session"],
  scopes: ["read"],
  rate: { limit: "edit", counted: "connection-preview" },
  failure: "connections:error.crm",
});

/** Sends the minutes of a meeting of one's own. The person has seen a preview. */
export const sendMinutes = endpoint({
  ...CHANGES,
  method: "POST",
  path: "/api/acta/connections/:connection_id/send/:meetId",
  params: { connection_id: "text", meetId: "meet-id" },
  body: async () => (await import("#app/contracts/integration-changes.ts")).sendingPayload,
  answer: async () => (await import("#app/contracts/api-answers.ts")).doneAnswer,
  rate: { limit: "retry", counted: "connection-send" },
  failure: "connections:error.send",
});

/** The tasks of a meeting of one's own, where they can go and who can get them. ?place= is another place than the last one. */
export const readTasksToSend = endpoint({
  ...READS,
  path: "/api/acta/connections/:connection_id/tasks/:meetId",
  params: { connection_id: "text", meetId: "meet-id" },
  answer: async () => (await import("#app/contracts/task-sending.ts")).tasksToSend,
  rate: { limit: "edit", counted: "tasks-to-send" },
  failure: "connections:taskSending.error.load",
});

/** Sends tasks of a meeting of one's own to Linear and others, each once. */
export const sendTasks = endpoint({
  ...CHANGES,
  method: "POST",
  path: "/api/acta/connections/:connection_id/tasks/:meetId",
  params: { connection_id: "text", meetId: "meet-id" },
  body: async () => (await import("#app/contracts/integration-changes.ts")).taskChoice,
  answer: async () => (await import("#app/contracts/api-answers.ts")).doneAnswer,
  rate: { limit: "retry", counted: "tasks-send" },
  failure: "connections:taskSending.error.send",
});

/** ?older= is the cursor of the answer before; ?state= is parked (what was given up) or taken-back (links that were revoked). */
export const listSent = endpoint({
  ...READS,
  path: "/api/acta/sent",
  answer: async () => (await import("#app/contracts/sent.ts")).sentPage,
  rate: { limit: "poll", counted: "sent" },
  failure: "error.loadingData",
});

export const listSentOfMeeting = endpoint({
  ...READS,
  path: "/api/acta/meetings/:meetId/sent",
  params: { meetId: "meet-id" },
  answer: async () => (await import("#app/contracts/sent.ts")).sentOfMeeting,
  rate: { limit: "poll", counted: "sent-of-meeting" },
  failure: "error.loadingData",
});

/** Sends an ended delivery again, under its id. */
export const resendSent = endpoint({
  ...CHANGES,
  method: "POST",
  path: "/api/acta/sent/:delivery_id/resend",
  params: { delivery_id: "text" },
  answer: async () => (await import("#app/contracts/api-answers.ts")).doneAnswer,
  rate: { limit: "retry", counted: "sent-resend" },
  failure: "connections:error.send",
});
