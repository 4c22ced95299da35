import { callApi } from "#app/contracts/call-api.ts";
import {
  changeShare,
  createShare,
  readShare,
  renewShare,
  restoreShare,
  revokeShare,
} from "#app/contracts/endpoints/shares.ts";
import type { ShareLink, ShareState } from "#app/contracts/meeting/share.ts";
import { assertNever } from "#app/domain/invariant.ts";
import { ANSWER_MS_MAX } from "#app/domain/limits/screens.ts";

export type ShareCall =
  | { type: "read" }
  | { type: "create" }
  | { type: "renew" }
  | { type: "revoke" }
  | { type: "restore" }
  | { type: "change"; change: Partial<Pick<ShareLink, "parts" | "titleShown" | "expiresAt">> };

/** Asks for something to be done with a meeting's link; how it stands then, or null where it could not be done. */
export async function callShares(meetId: string, call: ShareCall): Promise<ShareState | null> {
  const end = await send(meetId, call);
  return end.ok ? end.value : null;
}

/** Only reading has a time limit: what is to be changed is never given up half way. */
function send(meetId: string, call: ShareCall) {
  const params = { meetId };
  switch (call.type) {
    case "read":
      return callApi(readShare, { params, timeoutMs: ANSWER_MS_MAX });
    case "create":
      return callApi(createShare, { params });
    case "renew":
      return callApi(renewShare, { params });
    case "revoke":
      return callApi(revokeShare, { params });
    case "restore":
      return callApi(restoreShare, { params });
    case "change":
      return callApi(changeShare, { params, body: call.change });
    default:
      return assertNever(call);
  }
}
