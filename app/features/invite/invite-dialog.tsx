import { type ReactNode, useEffect, useRef, useState } from "react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import type { MeetingLanguage } from "#app/domain/meeting-languages.ts";
import { track } from "#app/analytics/track.ts";
import type { CreditsResponse, PlanUse } from "#app/contracts/billing.ts";
import { DAY_MS } from "#app/domain/limits/units.ts";
import type { LinkRules } from "#app/domain/meeting/link.ts";
import { InviteForm } from "#app/features/invite/invite-form.tsx";
import { InviteProgress } from "#app/features/invite/invite-progress.tsx";
import type { InviteValues } from "#app/features/invite/invite-schema.ts";
import type { Prefill } from "#app/features/invite/prefill.ts";
import { connectsNow, type InviteState, useInvite } from "#app/features/invite/use-invite.ts";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { Spinner } from "#app/ui/progress.tsx";
import type { TemplateOptions } from "#app/ui/select.tsx";

type Props = {
  formId: string;
  state: InviteState;
  /** The last submit was held back by the link. */
  isLinkAsked: boolean;
  /** Null until it is known. */
  recordings: PlanUse | null;
  /** A planned meeting is changed; nothing new is made. */
  isChange: boolean;
  /** The chosen start is more than a day past; the next submit confirms that Acta shall join now. */
  isJoinAsked: boolean;
  mayMeetLimit: boolean;
  onClose: () => void;
};

/** The dialog's last line: what went wrong or what is used, and one ink button. */
function InviteFoot(props: Props) {
  const { formId, state, isLinkAsked, recordings, isChange, isJoinAsked, mayMeetLimit, onClose } = props;
  const { t } = useTranslation(["invite", "common"]);
  if (state.name === "sending" || state.name === "created") {
    const text = t(state.isNow ? "connectingNow" : "synchronizing");
    return (
      <>
        <output className="sr">{text}</output>
        <Button kind="quiet" large onClick={onClose}>
          {t("common:action.close")}
        </Button>
        <Button kind="primary" large disabled>
          <Spinner />
          <span className="cap">{text}</span>
        </Button>
      </>
    );
  }
  const failure = state.name === "form" ? state.failure : null;
  return (
    <>
      <FootNote
        isJoinAsked={isJoinAsked}
        failure={failure}
        isLinkAsked={isLinkAsked}
        recordings={recordings}
        mayMeetLimit={mayMeetLimit}
      />
      <Button kind="quiet" large onClick={onClose}>
        {t("common:action.cancel")}
      </Button>
      <SubmitButton formId={formId} isBack={failure !== null} text={submitText(isChange, isJoinAsked)} />
    </>
  );
}

function submitText(isChange: boolean, isJoinAsked: boolean) {
  if (isJoinAsked) return "longPast.submit";
  return isChange ? "change.submit" : "common:menu.inviteToMeeting";
}

type SubmitProps = { formId: string; isBack: boolean; text: ReturnType<typeof submitText> };

function SubmitButton({ formId, isBack, text }: SubmitProps) {
  const { t } = useTranslation(["invite", "common"]);
  const submit = useRef<HTMLButtonElement>(null);
  // Back from a failure: the focus goes to where it began.
  useEffect(() => {
    if (isBack) submit.current?.focus({ preventScroll: true });
  }, [isBack]);
  return (
    <Button kind="primary" large type="submit" form={formId} ref={submit}>
      <span className="cap">{t(text)}</span>
    </Button>
  );
}

type NoteProps = Pick<Props, "isJoinAsked" | "isLinkAsked" | "recordings" | "mayMeetLimit"> & {
  failure: Extract<InviteState, { name: "form" }>["failure"];
};

function FootNote({ failure, isJoinAsked, isLinkAsked, recordings, mayMeetLimit }: NoteProps) {
  const { t } = useTranslation(["invite", "common", "call"]);
  if (isLinkAsked || failure === "link") {
    return (
      <span className="error grow" role="status">
        <Icon name="alert" />
        <span className="cap">{t("provideValidUrl")}</span>
      </span>
    );
  }
  if (isJoinAsked && failure === null) {
    return (
      <span className="hint grow" role="status">
        {t("longPast.question")}
      </span>
    );
  }
  if (failure === "signed-out") {
    return (
      <span className="error error--world grow" role="alert">
        <Icon name="alert" />
        {/* In a tab of its own: leaving this one would lose what was filled in. */}
        <a href="/api/auth/signin" target="_blank" rel="noopener noreferrer">
          {t("signIn")}
        </a>
      </span>
    );
  }
  if (failure !== null) {
    const text = failureText(failure);
    return (
      <span className="error error--world grow" role="alert">
        <Icon name="alert" />
        <span>{text}</span>
      </span>
    );
  }
  const limit = recordings?.limit ?? null;
  const isCounted = recordings !== null && limit !== null && recordings.used <= limit;
  return (
    <span className="hint grow num">
      {isCounted && t(mayMeetLimit ? "mayMeetLimit" : "used", { used: recordings.used, limit })}
    </span>
  );

  function failureText(kind: NonNullable<NoteProps["failure"]>): string {
    if (kind === "too-many-requests") return t("common:error.tooManyRequests");
    return kind === "too-late" ? t("call:error.tooLate") : t("failed");
  }
}

type InviteDialogProps = {
  user: {
    name: string;
    email: string | null;
    meetingLanguage: MeetingLanguage | null;
    hearsLanguage: boolean;
    waitMinutes: number;
  };
  links: LinkRules;
  prefill: Prefill | null;
  templates: TemplateOptions;
  credits: CreditsResponse | null;
  locale: string;
  timeZone: string;
  /** Shown instead of the dialog when the plan has no recordings left (§2). */
  limit: ReactNode;
  onClose: () => void;
};

const FORM_ID = "invite";

/** §2, §4: the invite modal. Rendered in the browser only; loaded when it is asked for. */
export function InviteDialog(props: InviteDialogProps) {
  const { user, links, credits, locale, timeZone } = props;
  const { t } = useTranslation(["invite", "common"]);
  const meetId = props.prefill?.meetId ?? null;
  const { state, submit, close } = useInvite({ user, timeZone, meetId, onClose: props.onClose });
  const [now] = useState(Date.now);
  const [isLinkAsked, setLinkAsked] = useState(false);
  const [startsAt, setStartsAt] = useState<number | null>(null);
  const [isJoinAsked, setJoinAsked] = useState(false);
  const [firstName = ""] = user.name.trim().split(/\s+/);

  const isForm = state.name === "form";
  const hasNoneLeft = isForm && meetId === null && credits?.freeCreditsEnableToRecord === false;
  if (state.name === "limit-reached" || hasNoneLeft) return props.limit;
  const start = (values: InviteValues) => {
    if (!isJoinAsked && isLongPast(values.meetingDate, Date.now())) return setJoinAsked(true);
    if (meetId === null) track("confirm invite");
    submit(values);
  };
  const isPlanned = startsAt !== null && !connectsNow(startsAt, now);
  return (
    <Dialog
      key="invite"
      open
      title={meetId === null ? <span className="cap">{t("common:menu.inviteToMeeting")}</span> : t("change.title")}
      onClose={close}
      footer={
        <InviteFoot
          formId={FORM_ID}
          state={state}
          isLinkAsked={isLinkAsked}
          recordings={credits?.usage.recordings ?? null}
          isChange={meetId !== null}
          isJoinAsked={isJoinAsked}
          mayMeetLimit={isPlanned && meetsLimit(credits)}
          onClose={close}
        />
      }
    >
      <InviteForm
        id={FORM_ID}
        isHidden={!isForm}
        links={links}
        prefill={props.prefill}
        templates={props.templates}
        languages={user}
        firstName={firstName}
        onSubmit={start}
        onRefused={setLinkAsked}
        onStartsAt={(at) => {
          setStartsAt(at);
          setJoinAsked(false);
        }}
        timeZone={timeZone}
        locale={locale}
        now={now}
      />
      {(state.name === "sending" || state.name === "created") && (
        <InviteProgress
          waitMinutes={user.waitMinutes}
          {...{ state, links, locale, timeZone }}
          isChange={meetId !== null}
          templates={props.templates}
        />
      )}
    </Dialog>
  );
}

/**
 * A start in the past means "now" (§4). One of more than a day ago is more often a slip of the date, so the dialog asks first.
 */
function isLongPast(startsAt: number, now: number): boolean {
  return now - startsAt > DAY_MS;
}

/** Whether the planned meetings use up the plan's recordings. The dialog warns about this in advance. */
function meetsLimit(credits: CreditsResponse | null): boolean {
  if (credits === null) return false;
  const { plannedMeets = 0 } = credits.meetCount;
  const { used, limit } = credits.usage.recordings;
  return limit !== null && plannedMeets > 0 && used + plannedMeets >= limit;
}
