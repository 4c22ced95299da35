import { useTranslation } from "#app/i18n/use-translation.ts";
import { MAIL_ADDRESS_CHARS_MAX } from "#app/domain/limits/mail.ts";
import type { MailSettings } from "#app/domain/mail/mail-settings.ts";
import { LocalTime } from "#app/i18n/local-time.tsx";
import { Button } from "#app/ui/button.tsx";
import { Field } from "#app/ui/field.tsx";

const PATH = "/api/acta/user/mail_address";

type Props = NonNullable<MailSettings["confirming"]> & Pick<MailSettings, "address"> & { provider: string };

/** Confirms an address for mails where the sign-in's provider vouches for none. A plain form, so that it works without JavaScript. */
export function ConfirmAddress({ address, suggested, pending, isProven, provider }: Props) {
  const { t } = useTranslation("settings");
  return (
    <form className="two" method="post" action={PATH}>
      {address === null && pending === null && <p className="full">{t("confirming.none", { provider })}</p>}
      {pending !== null && (
        <p className="full">
          {t("confirming.pending", { address: pending.address })}{" "}
          <LocalTime at={pending.expiresAt} format="short-date-time" />
        </p>
      )}
      {address !== null && <p className="full">{t(isProven ? "confirming.proven" : "confirming.mailsOnly")}</p>}
      <Field label={t("confirming.label")} hint={t(address === null ? "confirming.hint" : "confirming.another")}>
        {(wiring) => (
          <input
            {...wiring}
            className="input"
            type="email"
            name="address"
            required
            maxLength={MAIL_ADDRESS_CHARS_MAX}
            autoComplete="email"
            defaultValue={pending?.address ?? address ?? suggested ?? ""}
          />
        )}
      </Field>
      <div className="row full">
        <Button type="submit" large>
          {t(pending === null ? "confirming.send" : "confirming.again")}
        </Button>
        {address !== null && (
          <Button type="submit" large kind="quiet" name="act" value="remove" formNoValidate>
            {t("confirming.remove")}
          </Button>
        )}
      </div>
    </form>
  );
}

/** Others who confirmed an address of this person's: each can be taken back. */
export function OthersWithAddress({ others }: Pick<MailSettings, "others">) {
  const { t } = useTranslation("settings");
  return others.map((other) => (
    <form key={`${other.address} ${other.name}`} className="two" method="post" action={PATH}>
      <p className="full">{t("confirming.others", other)}</p>
      <input type="hidden" name="address" value={other.address} />
      <div className="row full">
        <Button type="submit" name="act" value="take-back">
          {t("confirming.takeBack")}
        </Button>
      </div>
    </form>
  ));
}
