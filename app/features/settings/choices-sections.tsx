import { WAIT_MINUTES } from "#app/domain/call/waiting.ts";
import type { ReactNode } from "react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { BASIC_TEMPLATE, TEAM_TEMPLATE, ZONE_OF_BROWSER } from "#app/domain/account/choices.ts";
import { MAIL_KINDS } from "#app/domain/mail/mail-kinds.ts";
import type { MailSettings } from "#app/domain/mail/mail-settings.ts";
import { ConfirmAddress, OthersWithAddress } from "#app/features/settings/confirm-address.tsx";
import { UndeliveredMails } from "#app/features/settings/undelivered-mails.tsx";
import { useAutoSave } from "#app/features/settings/use-auto-save.ts";
import { Button } from "#app/ui/button.tsx";
import { Checkbox } from "#app/ui/checkbox.tsx";
import { Field } from "#app/ui/field.tsx";
import { Select } from "#app/ui/select.tsx";

/** Choices of a person for all their browsers, saved at once. Plain forms with a button where there is no JavaScript. */
export type ShownChoices = {
  /** Null is Basic system. */
  templateId: string | null;
  /** The default template of the person's team, and whether it applies because they have not chosen. */
  teamTemplate?: { id: string; isUsed: boolean };
  /** Null: the zone of each browser. */
  zone: string | null;
  waitMinutes: number;
  recordsPicture: boolean;
};

type SectionProps = {
  id: "template" | "time-zone" | "waiting" | "notifications";
  heading: string;
  children: ReactNode;
  /** Stands over the form. */
  above?: ReactNode;
  /** Stands under the form. */
  below?: ReactNode;
};

function ChoiceSection({ id, heading, children, above, below }: SectionProps) {
  const { t } = useTranslation("settings");
  const headingId = `${id}-heading`;
  const { form, onChange } = useAutoSave(t(`saved.${id}`));
  return (
    <section id={id} aria-labelledby={headingId}>
      <h2 id={headingId}>{heading}</h2>
      <div className="rows rows--full">
        {above}
        <form
          ref={form}
          className="two"
          method="post"
          action="/api/acta/user/choices"
          onChange={onChange}
          onSubmit={(event) => event.preventDefault()}
        >
          <input type="hidden" name="returnTo" value={`/settings?saved=${id}#${id}`} />
          {children}
          <noscript>
            <Button type="submit" large>
              {t("save")}
            </Button>
          </noscript>
        </form>
        {below}
      </div>
    </section>
  );
}

type TemplateProps = Pick<ShownChoices, "templateId" | "teamTemplate"> & {
  templates: readonly { id: string; name: string }[];
};

/** §2: default template. */
export function TemplateSection({ templateId, teamTemplate, templates }: TemplateProps) {
  const { t } = useTranslation("settings");
  const ofTeam = templates.find(({ id }) => id === teamTemplate?.id);
  const chosen = ofTeam && teamTemplate?.isUsed ? TEAM_TEMPLATE : (templateId ?? BASIC_TEMPLATE);
  return (
    <ChoiceSection id="template" heading={t("template.heading")}>
      <Field label={t("template.label")} hint={t("template.hint")} full>
        {(wiring) => (
          <Select {...wiring} name="templateId" defaultValue={chosen}>
            {ofTeam && <option value={TEAM_TEMPLATE}>{t("template.ofTeam", { name: ofTeam.name })}</option>}
            <option value={BASIC_TEMPLATE}>{t("template.basic")}</option>
            {templates.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </Select>
        )}
      </Field>
    </ChoiceSection>
  );
}

/** The browser's zone, or one for all browsers. A zone that was chosen stays in the list when the list changes. */
export function TimeZoneSection({ zone, zones }: { zone: string | null; zones: readonly string[] }) {
  const { t } = useTranslation("settings");
  const all = [...new Set([...zones, ...(zone === null ? [] : [zone])])].toSorted();
  return (
    <ChoiceSection id="time-zone" heading={t("zone.heading")}>
      <Field label={t("zone.label")} hint={t("zone.hint")}>
        {(wiring) => (
          <Select {...wiring} name="zone" defaultValue={zone ?? ZONE_OF_BROWSER}>
            <option value={ZONE_OF_BROWSER}>{t("zone.browser")}</option>
            {all.map((each) => (
              <option key={each} value={each}>
                {each.replaceAll("_", " ")}
              </option>
            ))}
          </Select>
        )}
      </Field>
    </ChoiceSection>
  );
}

/** The time that Acta waits for a host, or to be let in, and whether it records the picture. */
export function WaitingSection({ waitMinutes, recordsPicture }: Pick<ShownChoices, "waitMinutes" | "recordsPicture">) {
  const { t } = useTranslation("settings");
  return (
    <ChoiceSection id="waiting" heading={t("waiting.heading")}>
      <Field label={t("waiting.label")} hint={t("waiting.hint")}>
        {(wiring) => (
          <Select {...wiring} name="waitMinutes" defaultValue={String(waitMinutes)}>
            {WAIT_MINUTES.map((minutes) => (
              <option key={minutes} value={minutes}>
                {t("waiting.minutes", { minutes })}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <div className="full">
        <input type="hidden" name="picture" value="off" />
        <Checkbox name="picture" value="on" defaultChecked={recordsPicture} label={t("waiting.picture.label")} />
        <p className="hint">{t("waiting.picture.hint")}</p>
      </div>
    </ChoiceSection>
  );
}

type NotificationsProps = {
  mail: MailSettings;
  /** The name of the sign-in's provider, which vouches for the address. */
  provider: string;
};

/** Each mail by itself, and whether any are sent. An empty box sends nothing, so "off" stands before it. */
export function NotificationsSection({ mail, provider }: NotificationsProps) {
  const { t } = useTranslation("settings");
  const { isSending, address, confirming, others, preferences, undelivered } = mail;
  return (
    <ChoiceSection
      id="notifications"
      heading={t("mails.heading")}
      above={
        <>
          {isSending && confirming && <ConfirmAddress address={address} {...confirming} provider={provider} />}
          <OthersWithAddress others={others} />
        </>
      }
      below={<UndeliveredMails undelivered={undelivered} />}
    >
      {!isSending ? (
        <p className="muted full">{t("mails.notSending")}</p>
      ) : (
        address !== null && <p className="muted full">{t("mails.address", { address })}</p>
      )}
      <fieldset className="stack full">
        <legend className="shown">{t("mails.legend")}</legend>
        {MAIL_KINDS.map((kind) => (
          <div key={kind}>
            <input type="hidden" name={kind} value="off" />
            <Checkbox name={kind} value="on" defaultChecked={preferences[kind]} label={t(`mails.${kind}`)} />
          </div>
        ))}
      </fieldset>
    </ChoiceSection>
  );
}
