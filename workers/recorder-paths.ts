/** Paths on which recorders call Acta: our own recorder with the token of each call, hosted ones with signed webhooks. */
export const RECORDER_CALLS_PATH = "/api/recorder/calls/";
export const RECORDER_WEBHOOK_PATH = "/api/recorder/webhooks/";
