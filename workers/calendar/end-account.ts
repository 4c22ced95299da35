import { endProjection } from "#app/server/calendars/project-account.ts";
import { closeChannels } from "#workers/calendar/channels.ts";
import type { CalendarDeps } from "#workers/calendar/deps.ts";
import { followMeetings } from "#workers/calendar/project.ts";
import { endWithRevocation } from "#workers/calendar/revocation.ts";
import type { AccountRow } from "#workers/calendar/store.ts";
import { removeWhere } from "#workers/calendar/store-events.ts";
import type { Tokens } from "#workers/calendar/tokens.ts";

/** The end of an account. Stored first, so that a process that dies goes on with it; every step may be repeated. */

export function beginEnd(storage: DurableObjectStorage): void {
  storage.transactionSync(() => {
    storage.sql.exec("UPDATE account SET leaving = 1");
    removeWhere(storage.sql, "1 = 1");
  });
}

/** Rows of D1, the meetings that were planned from it, channels, mails, token, and then everything here. */
export async function endAccount(
  needs: { storage: DurableObjectStorage; deps: CalendarDeps; tokens: Tokens },
  account: AccountRow,
): Promise<void> {
  const { deps } = needs;
  const { accountId, userId, workspaceId, provider } = account;
  await endProjection(deps, { accountId, userId });
  await deps.tellPages(userId);
  await followMeetings(needs);
  await closeChannels(needs);
  await deps.forgetMails(workspaceId, accountId);
  await endWithRevocation(needs, account);
  deps.log("calendar.disconnected", { accountId, provider });
}
