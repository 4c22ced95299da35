import { type FormEvent, useState } from "react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { callApi } from "#app/contracts/call-api.ts";
import { changeTeamSeats, inviteMember, resendInvitation, revokeInvitation } from "#app/contracts/endpoints/teams.ts";
import { TEAM_SEATS_MAX, TEAM_SEATS_MIN } from "#app/domain/limits/billing.ts";
import { CURRENCY, type Interval, priceOf, totalOf } from "#app/domain/plan/prices.ts";
import { MAIL_ADDRESS_CHARS_MAX } from "#app/domain/limits/mail.ts";
import type { Team, TeamActions } from "#app/features/teams/use-team.ts";
import { formatDate, formatMoney } from "#app/i18n/format.ts";
import { useLocale } from "#app/i18n/local-time.tsx";
import { useTimeZone } from "#app/i18n/time-zone.ts";
import { Button } from "#app/ui/button.tsx";
import { Field } from "#app/ui/field.tsx";
import { Icon } from "#app/ui/icon.tsx";

type Managed = NonNullable<Team["managed"]>;
type Props = TeamActions & { managed: Managed; members: number };

/** The seats of a team: their number, the invitations that hold some, and the way to give away a free one. */
export function SeatsPart({ managed, members, busy, change }: Props) {
  const { t } = useTranslation("team");
  const { seats, invitations, payment } = managed;
  const used = members + invitations.length;
  return (
    <div className="team__part">
      <h3 className="label">{t("seats")}</h3>
      <div className="row between row--wrap">
        <p className="num">{t("seatsCount", { used, seats })}</p>
        <NumberOfSeats
          key={seats}
          seats={seats}
          used={used}
          interval={payment?.subscription?.interval ?? null}
          busy={busy}
          change={change}
        />
      </div>
      <InviteForm isFull={used >= seats} busy={busy} change={change} />
      {invitations.length > 0 && (
        <>
          <h3 className="label team__part">{t("invitations")}</h3>
          <ul className="entries">
            {invitations.map((invitation) => (
              <InvitationRow key={invitation.id} invitation={invitation} busy={busy} change={change} />
            ))}
          </ul>
        </>
      )}
    </div>
  );
}

/** `interval`: of the subscription that pays for the seats; null where there is none. */
type NumberProps = TeamActions & { seats: number; used: number; interval: Interval | null };

/**
 * Only free seats can go: the number never falls below those that are taken. A team has 3 seats at least. A change is charged at once, so its
 * price stands beside the button.
 */
function NumberOfSeats({ seats, used, interval, busy, change }: NumberProps) {
  const { t } = useTranslation("team");
  const locale = useLocale();
  const [wanted, setWanted] = useState(seats);
  const amount = interval && formatMoney(totalOf(priceOf("team", interval), wanted), CURRENCY, locale);
  const save = () => void change("seats", () => callApi(changeTeamSeats, { body: { seats: wanted } }), t("done.seats"));
  return (
    <div className="row row--wrap" role="group" aria-label={t("seats")}>
      <Button
        kind="quiet"
        icon
        aria-label={t("seatsLess")}
        disabled={wanted <= Math.max(used, TEAM_SEATS_MIN)}
        onClick={() => setWanted(wanted - 1)}
      >
        <Icon name="minus" />
      </Button>
      <output className="strong num" aria-live="polite">
        {wanted}
      </output>
      <Button
        kind="quiet"
        icon
        aria-label={t("seatsMore")}
        disabled={wanted >= TEAM_SEATS_MAX}
        onClick={() => setWanted(wanted + 1)}
      >
        <Icon name="plus" />
      </Button>
      {wanted !== seats && (
        <Button busy={busy === "seats"} onClick={save}>
          {t("seatsSave")}
        </Button>
      )}
      {wanted !== seats && amount !== null && (
        <p className="note muted num">
          {t(interval === "year" ? "seatsYear" : "seatsMonth", { seats: wanted, amount })}
        </p>
      )}
    </div>
  );
}

function InviteForm({ isFull, busy, change }: TeamActions & { isFull: boolean }) {
  const { t } = useTranslation("team");
  const [email, setEmail] = useState("");
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (email.trim() === "" || busy !== null) return;
    const call = () => callApi(inviteMember, { body: { email } });
    const isDone = await change("invite", call, ({ sent }) => t(sent ? "done.invited" : "done.later"));
    if (isDone) setEmail("");
  };
  return (
    <form className="row row--wrap team__form" noValidate onSubmit={(event) => void submit(event)}>
      <Field label={t("email")} hint={isFull ? t("error.seatsTaken") : undefined}>
        {(wiring) => (
          <input
            {...wiring}
            className="input"
            type="email"
            autoComplete="off"
            maxLength={MAIL_ADDRESS_CHARS_MAX}
            value={email}
            onChange={({ target }) => setEmail(target.value)}
          />
        )}
      </Field>
      <Button type="submit" busy={busy === "invite"} disabled={isFull}>
        {t("invite")}
      </Button>
    </form>
  );
}

type RowProps = TeamActions & { invitation: Managed["invitations"][number] };

function InvitationRow({ invitation, busy, change }: RowProps) {
  const { t } = useTranslation("team");
  const locale = useLocale();
  const zone = useTimeZone();
  const { id, email, state, expiresAt } = invitation;
  const params = { invitation_id: id };
  const stateText =
    state === "sent" && expiresAt !== null
      ? t("sent", { date: formatDate(expiresAt, locale, zone) })
      : t(state === "expired" ? "expired" : "unsent");
  return (
    <li className="entry team__row">
      <div>
        <p className="strong">{email}</p>
        <p className="note muted" suppressHydrationWarning>
          {stateText}
        </p>
      </div>
      <div className="row row--wrap">
        <Button
          kind="quiet"
          busy={busy === `resend-${id}`}
          aria-label={t("resendNamed", { email })}
          onClick={() => void change(`resend-${id}`, () => callApi(resendInvitation, { params }), t("done.resent"))}
        >
          {t("resend")}
        </Button>
        <Button
          kind="quiet"
          busy={busy === `revoke-${id}`}
          aria-label={t("revokeNamed", { email })}
          onClick={() => void change(`revoke-${id}`, () => callApi(revokeInvitation, { params }), t("done.revoked"))}
        >
          {t("revoke")}
        </Button>
      </div>
    </li>
  );
}
