import type { CreditsResponse } from "#app/contracts/upload-answers.ts";
import { can } from "#app/domain/plan/can.ts";
import { readUsage } from "#app/server/account/usage-ledger.ts";
import type { SignedInUser } from "#app/server/auth/session.ts";
import type { Services } from "#app/server/services.ts";

/** §3: the user credits response. */
export async function readCredits(
  { db, now }: Pick<Services, "db" | "now">,
  user: SignedInUser,
): Promise<CreditsResponse> {
  const usage = await readUsage(db, user.id, now());
  return {
    meetCount: { uploadMeets: usage.uploads, recordMeets: usage.recordings },
    freeCreditsEnableToRecord: can(user.plan, usage, "record").ok,
    freeCreditsEnableToUpload: can(user.plan, usage, "upload").ok,
  };
}
