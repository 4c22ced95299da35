import { ANSWER_MS_MAX } from "#app/domain/limits/screens.ts";
import { type ShareLink, type ShareState, shareState } from "#app/contracts/share.ts";

export type ShareCall =
  | { type: "read" }
  | { type: "create" }
  | { type: "renew" }
  | { type: "revoke" }
  | { type: "change"; change: Partial<Pick<ShareLink, "parts" | "titleShown" | "expiresAt">> };

const METHODS = { read: "GET", create: "POST", renew: "POST", revoke: "DELETE", change: "PATCH" } as const;

/** Asks for something to be done with a meeting's link; how it stands then, or null where it could not be done. */
export async function callShares(meetId: string, call: ShareCall): Promise<ShareState | null> {
  const path = `/api/acta/meetings/${meetId}/shares${call.type === "renew" ? "/renew" : ""}`;
  const body =
    call.type === "change"
      ? { headers: { "Content-Type": "application/json" }, body: JSON.stringify(call.change) }
      : undefined;
  try {
    // Nobody waits longer to be told how it is; what is to be changed is never given up half way.
    const signal = call.type === "read" ? AbortSignal.timeout(ANSWER_MS_MAX) : null;
    const answer = await fetch(path, { method: METHODS[call.type], signal, ...body });
    return answer.ok ? (shareState.safeParse(await answer.json()).data ?? null) : null;
  } catch {
    return null;
  }
}
