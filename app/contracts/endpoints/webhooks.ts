import { CHANGES, endpoint, READS } from "#app/contracts/endpoint.ts";

/** Webhooks of the person. Only a session can read or change them. */

export const listWebhooks = endpoint({
  ...READS,
  path: "/api/acta/webhooks",
  answer: async () => (await import("#app/contracts/webhooks.ts")).webhookList,
  rate: { limit: "poll", counted: "webhooks" },
  failure: "error.loadingData",
});

/** The answer holds the secret, once. */
export const addWebhook = endpoint({
  ...CHANGES,
  method: "POST",
  path: "/api/acta/webhooks",
  body: async () => (await import("#app/contracts/integration-changes.ts")).newWebhook,
  answer: async () => (await import("#app/contracts/webhooks.ts")).webhookWithSecret,
  rate: { limit: "retry", counted: "webhook-add" },
  failure: "webhooks:error.add",
});

/** Its events, its content, and whether it is paused. */
export const changeWebhook = endpoint({
  ...CHANGES,
  method: "PATCH",
  path: "/api/acta/webhooks/:webhook_id",
  params: { webhook_id: "text" },
  body: async () => (await import("#app/contracts/integration-changes.ts")).webhookChange,
  answer: async () => (await import("#app/contracts/webhooks.ts")).shownWebhook,
  rate: { limit: "edit", counted: "webhook-change" },
  failure: "webhooks:error.change",
});

/** Nothing more is sent, and its log is deleted. */
export const removeWebhook = endpoint({
  ...CHANGES,
  method: "DELETE",
  path: "/api/acta/webhooks/:webhook_id",
  params: { webhook_id: "text" },
  answer: async () => (await import("#app/contracts/api-answers.ts")).doneAnswer,
  rate: { limit: "retry", counted: "webhook-remove" },
  failure: "webhooks:error.remove",
});

/** Makes another secret, in the answer once. The former one signs too for WEBHOOK_ROTATION_MS. */
export const rotateWebhookSecret = endpoint({
  ...CHANGES,
  method: "POST",
  path: "/api/acta/webhooks/:webhook_id/secret",
  params: { webhook_id: "text" },
  answer: async () => (await import("#app/contracts/webhooks.ts")).webhookWithSecret,
  rate: { limit: "retry", counted: "webhook-rotate" },
  failure: "webhooks:error.rotate",
});

/** The log: ?older= is the cursor of the answer before. */
export const listWebhookDeliveries = endpoint({
  ...READS,
  path: "/api/acta/webhooks/:webhook_id/deliveries",
  params: { webhook_id: "text" },
  answer: async () => (await import("#app/contracts/webhooks.ts")).deliveryPage,
  rate: { limit: "poll", counted: "webhook-deliveries" },
  failure: "error.loadingData",
});

/** Sends an ended delivery again under its id. */
export const resendWebhookDelivery = endpoint({
  ...CHANGES,
  method: "POST",
  path: "/api/acta/webhooks/:webhook_id/deliveries/:delivery_id/resend",
  params: { webhook_id: "text", delivery_id: "text" },
  answer: async () => (await import("#app/contracts/api-answers.ts")).doneAnswer,
  rate: { limit: "retry", counted: "webhook-resend" },
  failure: "webhooks:error.resend",
});

/** Sends a signed test event, also to a paused webhook. It is tried once. */
export const testWebhook = endpoint({
  ...CHANGES,
  method: "POST",
  path: "/api/acta/webhooks/:webhook_id/test",
  params: { webhook_id: "text" },
  answer: async () => (await import("#app/contracts/webhooks.ts")).testedWebhook,
  rate: { limit: "retry", counted: "webhook-test" },
  failure: "webhooks:error.test",
});
