/** Where recorders speak to Acta: one's own by the token of each call, hosted ones by signed webhooks. */
export const RECORDER_CALLS_PATH = "/api/recorder/calls/";
export const RECORDER_WEBHOOK_PATH = "/api/recorder/webhooks/";
