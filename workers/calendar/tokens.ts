import type { ConsentProvider } from "#app/domain/calendar/calendar.ts";
import { CALENDAR_TOKEN_RESERVE_MS } from "#app/domain/limits/calendars.ts";
import { ok, type Outcome, refused } from "#app/domain/outcome.ts";
import type { CalendarTokens } from "#app/server/ports/calendar-provider.ts";
import type { SecretBox } from "#app/server/ports/secret-box.ts";
import type { CalendarDeps } from "#workers/calendar/deps.ts";
import { type AccountRow, readAccount, updateAccount } from "#workers/calendar/store.ts";

/** The encrypted secrets of an account, and its one refresh at a time. */

export function secretContext({ accountId }: Pick<AccountRow, "accountId">): string {
  return `calendar_account/${accountId}`;
}

/** A secret under the current key; null where it is so already, or no key opens it. */
export async function sealedAnew(
  box: SecretBox,
  { accountId, secret }: Pick<AccountRow, "accountId" | "secret">,
): Promise<string | null> {
  if (box.isCurrent(secret)) return null;
  const text = await box.open(secret, secretContext({ accountId }));
  return text === null ? null : box.seal(text, secretContext({ accountId }));
}

export interface Tokens {
  /** A token that the provider accepts. `fresh`: the one in hand was refused. */
  access(fresh?: boolean): Promise<Outcome<string, "reconnect">>;
  /** The person has consented again, and the new tokens are stored. */
  noteConsent(): void;
  /** The address of a feed; null where it cannot be opened. */
  address(): Promise<string | null>;
  /** False: there is no account. */
  reseal(): Promise<boolean>;
}

export function tokensIn(storage: DurableObjectStorage, deps: CalendarDeps): Tokens {
  const { sql } = storage;
  let refreshing: Promise<Outcome<string, "reconnect">> | null = null;
  let consents = 0;

  async function open(account: AccountRow): Promise<CalendarTokens | null> {
    const text = await deps.secretBox.open(account.secret, secretContext(account));
    return text === null ? null : (JSON.parse(text) as CalendarTokens);
  }

  /** A consent during the refresh: the answer is about the former token, and changes nothing about the new one. */
  async function refresh(): Promise<Outcome<string, "reconnect">> {
    const consent = consents;
    const account = readAccount(sql);
    if (account === null || account.provider === "ics") return refused("reconnect");
    const tokens = await open(account);
    if (tokens === null) return refused("reconnect");
    const answer = await clientOf(account).refresh(tokens.refresh, deps.now());
    if (consents !== consent) return accessOf(readAccount(sql));
    if (!answer.ok) {
      deps.log("calendar.token.refused", { accountId: account.accountId, provider: account.provider });
      return refused("reconnect");
    }
    // Saved before it is used: Microsoft's former token may be refused from now on, and a crash must not lose the new one.
    const secret = await deps.secretBox.seal(JSON.stringify(answer.value), secretContext(account));
    if (consents !== consent) return accessOf(readAccount(sql));
    updateAccount(sql, { secret });
    await storage.sync();
    return ok(answer.value.access);
  }

  async function accessOf(account: AccountRow | null): Promise<Outcome<string, "reconnect">> {
    const tokens = account && (await open(account));
    return tokens === null ? refused("reconnect") : ok(tokens.access);
  }

  const clientOf = ({ provider }: AccountRow) => deps.clients[provider as ConsentProvider];

  return {
    async access(fresh = false) {
      const account = readAccount(sql);
      if (account === null || account.provider === "ics") return refused("reconnect");
      if (refreshing === null && !fresh) {
        const tokens = await open(account);
        if (tokens !== null && tokens.expiresAt > deps.now() + CALENDAR_TOKEN_RESERVE_MS) return ok(tokens.access);
      }
      refreshing ??= refresh().finally(() => {
        refreshing = null;
      });
      return refreshing;
    },

    noteConsent() {
      consents += 1;
    },

    async address() {
      const account = readAccount(sql);
      return account === null ? null : deps.secretBox.open(account.secret, secretContext(account));
    },

    async reseal() {
      const account = readAccount(sql);
      if (account === null) return false;
      const secret = await sealedAnew(deps.secretBox, account);
      // A refresh in the meantime has stored newer tokens, with the current key.
      if (secret !== null && readAccount(sql)?.secret === account.secret) updateAccount(sql, { secret });
      return true;
    },
  };
}
