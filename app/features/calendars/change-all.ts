import { callApi } from "#app/contracts/call-api.ts";
import type { CallResult } from "#app/contracts/call-result.ts";
import { connectCalendar, removeCalendarSetup } from "#app/contracts/endpoints/calendars.ts";
import { CALENDARS_MAX } from "#app/domain/limits/calendars.ts";
import { failureDetail } from "#app/features/calendars/failure-detail.ts";
import type { ShownAccount } from "#app/features/calendars/use-calendars.ts";

type Account = Pick<ShownAccount, "provider" | "account_id">;
type Meant = { id: string; account: Account };

/**
 * §7: activates or deactivates the calendars by one call for each account, so that any number of them stays within the limit of calls a
 * minute, and an account that cannot be reached holds up no other. `changed`: those whose call succeeded, also where others failed. The
 * first failure is the answer.
 */
export async function changeAll(
  meant: readonly Meant[],
  isActive: boolean,
): Promise<{ changed: string[]; result: CallResult<null> }> {
  const done = await Promise.all(
    byAccount(meant).map(async ({ provider, ids }) => {
      const asked = { params: { provider }, body: { calendar_ids: ids } };
      return { ids, result: await (isActive ? callApi(connectCalendar, asked) : callApi(removeCalendarSetup, asked)) };
    }),
  );
  for (const { result } of done) if (!result.ok) failureDetail(result);
  const failure = done.map(({ result }) => result).find(({ ok }) => !ok);
  return {
    changed: done.flatMap(({ ids, result }) => (result.ok ? ids : [])),
    // The text for all of them, and not that of one.
    result: failure && !failure.ok ? { ...failure, message: null, body: null } : { ok: true, value: null },
  };
}

/** A call names CALENDARS_MAX calendars at most. */
function byAccount(meant: readonly Meant[]): { provider: Account["provider"]; ids: string[] }[] {
  const accounts = new Map(meant.map(({ account }) => [account.account_id, account]));
  return [...accounts.values()].flatMap(({ account_id, provider }) => {
    const ids = meant.filter(({ account }) => account.account_id === account_id).map(({ id }) => id);
    const calls = Math.ceil(ids.length / CALENDARS_MAX);
    return Array.from({ length: calls }, (_call, index) => ({
      provider,
      ids: ids.slice(index * CALENDARS_MAX, (index + 1) * CALENDARS_MAX),
    }));
  });
}
