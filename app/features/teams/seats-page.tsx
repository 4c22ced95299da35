import { Link } from "@remix-run/react";
import { type FormEvent, useId, useRef, useState } from "react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { callApi } from "#app/contracts/call-api.ts";
import { orderSeats } from "#app/contracts/endpoints/teams.ts";
import type { SeatsOrder } from "#app/contracts/team-changes.ts";
import { SEAT_EMAILS_MAX, SEAT_EMAILS_MIN, TEAM_NAME_CHARS_MAX } from "#app/domain/limits/teams.ts";
import type { Interval, MinorUnits } from "#app/domain/plan/prices.ts";
import { checkSeats, emailKeyOf, type TeamRole } from "#app/domain/workspace/team.ts";
import { SeatField } from "#app/features/teams/seat-field.tsx";
import { SeatsTotal } from "#app/features/teams/seats-total.tsx";
import { Button, buttonClass } from "#app/ui/button.tsx";
import { Field, FieldError } from "#app/ui/field.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { Page } from "#app/ui/page.tsx";
import { useIsShown } from "#app/ui/use-is-shown.ts";
import { useShownAgain } from "#app/ui/use-shown-again.ts";
import "#app/features/teams/teams.css";

type Props = {
  interval: Interval;
  prices: { month: MinorUnits; year: MinorUnits; currency: string };
  /** The administrator's address: in the first row until they take it out. */
  own: string | null;
  /** Of their profile: the first name of the team. */
  company: string | null;
  /** Their part in a team that is paid for; null where they are in none. */
  standing: TeamRole | null;
  /** Whether this Acta sells plans; its operator has the address. */
  payments: boolean;
  contactEmail: string;
};

/** §2: the seats of a team. */
export function SeatsPage(props: Props) {
  const { t } = useTranslation("seats");
  const above = (
    <Link className="crumb note" to="/pricing">
      <Icon name="previous" />
      <span>{t("back")}</span>
    </Link>
  );
  return (
    <Page title={t("heading", { planName: t("planName") })} above={above}>
      <SeatsContent {...props} />
    </Page>
  );
}

function SeatsContent(props: Props) {
  const { t } = useTranslation(["seats", "pricing"]);
  const { standing, payments, contactEmail } = props;
  if (standing !== null) {
    return (
      <div className="block--s">
        <Notice
          action={
            <Link className={buttonClass("line")} to="/settings#team">
              {t("toTeam")}
            </Link>
          }
        >
          {t(standing === "owner" ? "managed" : "member")}
        </Notice>
      </div>
    );
  }
  if (!payments) {
    return (
      <div className="block--s">
        <Notice role="status">{t("pricing:off", { email: contactEmail })}</Notice>
      </div>
    );
  }
  return (
    <>
      <p className="muted seats__lead">{t("lead")}</p>
      <SeatsForm {...props} />
    </>
  );
}

type Seat = { id: number; email: string };

function fieldsOf(form: HTMLFormElement | null): HTMLElement[] {
  return [...(form?.querySelectorAll<HTMLElement>("input[type=email]") ?? [])];
}

/** A seat keeps its id while others come and go, so that the focus and the words of its field stay. */
function useSeats(own: string | null) {
  const next = useRef(SEAT_EMAILS_MIN);
  const [seats, setSeats] = useState<Seat[]>(() =>
    Array.from({ length: SEAT_EMAILS_MIN }, (_, id) => ({ id, email: id === 0 ? (own ?? "") : "" })),
  );
  return {
    seats,
    write: (id: number, email: string) =>
      setSeats((before) => before.map((seat) => (seat.id === id ? { ...seat, email } : seat))),
    add: (email = "") => {
      const id = next.current++;
      setSeats((before) => (before.length < SEAT_EMAILS_MAX ? [...before, { id, email }] : before));
    },
    remove: (id: number) => setSeats((before) => before.filter((seat) => seat.id !== id)),
    /** The last empty one goes first: an address that is typed is not lost by a click. */
    removeLast: () =>
      setSeats((before) => {
        const last = before.findLast(({ email }) => email.trim() === "") ?? before.at(-1);
        return before.filter((seat) => seat !== last);
      }),
  };
}

function SeatsForm({ interval: first, prices, own, company }: Props) {
  const { t } = useTranslation("seats");
  const headingId = useId();
  const form = useRef<HTMLFormElement>(null);
  const { seats, write, add, remove, removeLast } = useSeats(own);
  const [name, setName] = useState(company ?? "");
  const [interval, setInterval] = useState(first);
  const [isChecked, setChecked] = useState(false);
  const { payment, order, forget } = usePayment();
  const emails = seats.map(({ email }) => email);
  const { refusal, seats: problems } = checkSeats(emails);
  const isOwn = (email: string) => own !== null && emailKeyOf(email) === emailKeyOf(own);
  const tooFew = isChecked && refusal === "too-few-emails" ? t("error.tooFew") : null;

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (payment.busy) return;
    setChecked(true);
    if (refusal !== null) {
      forget();
      const wrong = problems.findIndex((problem) => problem !== null);
      const empty = emails.findIndex((email) => email.trim() === "");
      fieldsOf(form.current)[wrong === -1 ? empty : wrong]?.focus();
      return;
    }
    await order({ emails, interval, name });
  };
  return (
    <form ref={form} className="seats" noValidate onSubmit={(event) => void submit(event)}>
      <section className="block" aria-labelledby={headingId}>
        <div className="block__head">
          <h2 className="section" id={headingId}>
            {t("members")}
          </h2>
          <NumberOfSeats seats={seats.length} onLess={removeLast} onMore={() => add()} />
        </div>
        <div className="seats__name">
          <Field label={t("name")} hint={t("nameHint")}>
            {(wiring) => (
              <input
                {...wiring}
                className="input"
                autoComplete="organization"
                placeholder={t("unnamed")}
                maxLength={TEAM_NAME_CHARS_MAX}
                value={name}
                onChange={({ target }) => setName(target.value)}
              />
            )}
          </Field>
        </div>
        {tooFew !== null && <FieldError>{tooFew}</FieldError>}
        <ol className="seats__list">
          {seats.map(({ id, email }, index) => (
            <SeatField
              key={id}
              number={index + 1}
              email={email}
              isOwn={isOwn(email)}
              problem={isChecked ? (problems[index] ?? null) : null}
              onWrite={(typed) => write(id, typed)}
              onRemove={() => remove(id)}
            />
          ))}
        </ol>
        <p className="block--s">
          <Button kind="quiet" className="seats__add" disabled={seats.length >= SEAT_EMAILS_MAX} onClick={() => add()}>
            <Icon name="plus" />
            {t("add")}
          </Button>
        </p>
        {own !== null && !emails.some(isOwn) && (
          <WithoutSeat isFull={seats.length >= SEAT_EMAILS_MAX} onTake={() => add(own)} />
        )}
      </section>
      <SeatsTotal
        seats={seats.length}
        interval={interval}
        onInterval={setInterval}
        prices={prices}
        busy={payment.busy}
        error={payment.error}
        hint={refusal === null ? null : t("fill")}
      />
    </form>
  );
}

/** The order of the seats: the browser goes to the page of the payment, or stays with what kept it from that. */
function usePayment() {
  const { t } = useTranslation("seats");
  const [payment, setPayment] = useState<{ busy: boolean; error: string | null }>({ busy: false, error: null });
  const isShown = useIsShown();
  const order = async (body: SeatsOrder) => {
    setPayment({ busy: true, error: null });
    const result = await callApi(orderSeats, { body });
    if (result.ok) {
      if (isShown.current) window.location.assign(result.value.url);
      return;
    }
    const unanswered = t(result.kind === "unreadable" ? "error.session" : "error.payment");
    setPayment({ busy: false, error: result.message ?? unanswered });
  };
  useShownAgain(() => setPayment((before) => ({ ...before, busy: false })));
  return { payment, order, forget: () => setPayment({ busy: false, error: null }) };
}

/** The reader has taken their own address out. */
function WithoutSeat({ isFull, onTake }: { isFull: boolean; onTake: () => void }) {
  const { t } = useTranslation("seats");
  return (
    <p className="note muted">
      {t("withoutYours")}{" "}
      <Button
        kind="quiet"
        className="note"
        disabled={isFull}
        onClick={({ currentTarget: { form } }) => {
          onTake();
          // The button that was pressed is gone.
          requestAnimationFrame(() => fieldsOf(form).at(-1)?.focus());
        }}
      >
        {t("takeYours")}
      </Button>
    </p>
  );
}

type NumberProps = { seats: number; onLess: () => void; onMore: () => void };

function NumberOfSeats({ seats, onLess, onMore }: NumberProps) {
  const { t } = useTranslation("seats");
  return (
    <div className="row seats__n" role="group" aria-label={t("number")}>
      <Button kind="quiet" icon aria-label={t("less")} disabled={seats === 0} onClick={onLess}>
        <Icon name="minus" />
      </Button>
      <output className="strong num" aria-live="polite">
        {t("count", { count: seats })}
      </output>
      <Button kind="quiet" icon aria-label={t("more")} disabled={seats >= SEAT_EMAILS_MAX} onClick={onMore}>
        <Icon name="plus" />
      </Button>
    </div>
  );
}
