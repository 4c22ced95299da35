/** Errors of Microsoft Graph, as its stand-in answers them. */

export const notFound = () => failure(404, "ErrorItemNotFound", "The specified object was not found in the store.");

/** 429 with the seconds to wait. @param {number} retryAfterS */
export const graphThrottled = (retryAfterS) =>
  failure(429, "ApplicationThrottled", "Application is over its MailboxConcurrency limit.", {
    "Retry-After": String(retryAfterS),
  });

/** @param {number} status @param {string} code @param {string} message @param {Record<string, string>} [headers] */
export function failure(status, code, message, headers = {}) {
  return Response.json({ error: { code, message } }, { status, headers });
}
