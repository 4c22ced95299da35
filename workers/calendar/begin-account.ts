import { randomId } from "#app/domain/ids.ts";
import type { AccountBirth } from "#app/server/ports/calendar-account.ts";
import type { CalendarDeps } from "#workers/calendar/deps.ts";
import { dropRevocation } from "#workers/calendar/revocation.ts";
import { judgeStale } from "#workers/calendar/stale-events.ts";
import { saveAccount } from "#workers/calendar/store.ts";
import { insertCalendar } from "#workers/calendar/store-calendars.ts";
import { expireChannels } from "#workers/calendar/store-channels.ts";
import { secretContext } from "#workers/calendar/tokens.ts";

/** Stores an account with its encrypted secret, or the new consent of one that is connected already. */
export async function saveBirth(
  { storage, deps }: { storage: DurableObjectStorage; deps: CalendarDeps },
  birth: AccountBirth,
): Promise<void> {
  const { accountId, userId, workspaceId, name, provider, createdAt } = birth;
  const text = birth.provider === "ics" ? birth.address : JSON.stringify(birth.tokens);
  const secret = await deps.secretBox.seal(text, secretContext({ accountId }));
  const subject = birth.provider === "ics" ? birth.subject : birth.owner.subject;
  const address = birth.provider === "ics" ? null : birth.owner.email;
  storage.transactionSync(() => {
    saveAccount(
      storage.sql,
      { accountId, userId, workspaceId, provider, subject, name, address, secret, createdAt },
      deps.now(),
    );
    judgeStale(storage.sql, deps.now());
    dropRevocation(storage.sql);
    // A new consent may have ended the channels of the former one.
    expireChannels(storage.sql);
    if (provider === "ics") {
      insertCalendar(storage.sql, { calendarId: randomId(), providerCalendarId: "feed", name, isPrimary: true });
    }
  });
}
