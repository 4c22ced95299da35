import { callApi } from "#app/contracts/call-api.ts";
import type { CallResult } from "#app/contracts/call-result.ts";
import { connectCalendar, removeCalendarSetup } from "#app/contracts/endpoints/calendars.ts";
import type { ShownAccount } from "#app/features/calendars/use-calendars.ts";

type Meant = { id: string; account: Pick<ShownAccount, "provider"> };

/**
 * §7: activates the calendars by one call each, or deactivates them by one call for each provider. `changed`: those whose call succeeded,
 * also where others failed. The first failure is the answer.
 */
export async function changeAll(
  meant: readonly Meant[],
  isActive: boolean,
): Promise<{ changed: string[]; result: CallResult<null> }> {
  const done = await Promise.all(isActive ? meant.map(activate) : byProvider(meant).map(deactivate));
  const failure = done.map(({ result }) => result).find(({ ok }) => !ok);
  return {
    changed: done.flatMap(({ ids, result }) => (result.ok ? ids : [])),
    // The text for all of them, and not that of one.
    result: failure && !failure.ok ? { ...failure, message: null } : { ok: true, value: null },
  };
}

type Done = { ids: string[]; result: CallResult<unknown> };

async function activate({ id, account: { provider } }: Meant): Promise<Done> {
  return { ids: [id], result: await callApi(connectCalendar, { params: { provider }, body: { calendar_id: id } }) };
}

async function deactivate({ provider, ids }: { provider: string; ids: string[] }): Promise<Done> {
  return { ids, result: await callApi(removeCalendarSetup, { params: { provider }, body: { calendar_ids: ids } }) };
}

function byProvider(meant: readonly Meant[]): { provider: string; ids: string[] }[] {
  return [...new Set(meant.map(({ account }) => account.provider))].map((provider) => ({
    provider,
    ids: meant.filter(({ account }) => account.provider === provider).map(({ id }) => id),
  }));
}
