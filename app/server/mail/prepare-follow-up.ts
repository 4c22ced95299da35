import { FOLLOW_UP_KIND } from "#app/domain/mail/mail-kinds.ts";
import type { FollowUp } from "#app/domain/mail/mail-content.ts";
import type { MailNeeds } from "#app/server/mail/prepare-mail.ts";
import { isStopped, stopKeyOf } from "#app/server/mail/stopped-addresses.ts";
import type { Mail } from "#app/server/ports/mailer.ts";
import type { SaltedHash } from "#app/server/tokens/salted-hash.ts";
import { unsubscribePath } from "#app/server/tokens/unsubscribe-tokens.ts";

/**
 * A follow-up as it goes to one address: answers go to the person who sent it, and its reader can stop all of them. Null where the reader has
 * done so. It is no automatic mail (RFC 3834): a person wrote it, and a vacation notice answers them.
 */
export async function prepareFollowUp(
  { db, writer, unsubscribeTokens, origin, saltedHash }: MailNeeds & { saltedHash: SaltedHash },
  followUp: FollowUp,
  to: string,
): Promise<Omit<Mail, "idempotencyKey"> | null> {
  const addressKey = await stopKeyOf({ saltedHash }, to);
  if (await isStopped({ db }, addressKey)) return null;
  const token = await unsubscribeTokens.tokenFor(addressKey, FOLLOW_UP_KIND);
  const unsubscribeUrl = `${origin}${unsubscribePath(FOLLOW_UP_KIND, token)}`;
  const written = await writer.write(
    { kind: FOLLOW_UP_KIND, followUp },
    { locale: followUp.locale, timeZone: "UTC", unsubscribeUrl },
  );
  return {
    to,
    replyTo: followUp.replyTo,
    ...written,
    headers: {
      "List-Unsubscribe": `<${unsubscribeUrl}>`,
      "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    },
  };
}
