import * as z from "zod";
import { crmRequests } from "#app/server/adapters/crm/crm-requests.ts";
import { UpstreamError } from "#app/server/ports/upstream-error.ts";

const SERVICE = "pipedrive";

/** The consent and its tokens: of the real Pipedrive, or of the stand-in of one machine. */
export function pipedriveOAuthBase(localOrigin: string | null): string {
  return localOrigin === null ? "https://oauth.pipedrive.com" : `${localOrigin}/pipedrive`;
}

/** A company's own host, as the token answer names it. Any other host is refused: the token would be sent there. */
export function pipedriveBase(host: string, localOrigin: string | null): string {
  if (localOrigin !== null) return `${localOrigin}/pipedrive`;
  if (!/^[a-z0-9-]+\.pipedrive\.com$/.test(host))
    throw new UpstreamError({ service: SERVICE, status: 502, retryable: false });
  return `https://${host}`;
}

export const { ask: askPipedrive, askAs: askPipedriveAs, goodAnswer } = crmRequests(SERVICE);

/** The answer to a creation. */
export const made = z.object({ data: z.object({ id: z.number() }) });

/** Whether a person has deleted it there. */
export function isGone(status: number): boolean {
  return status === 404 || status === 410;
}
