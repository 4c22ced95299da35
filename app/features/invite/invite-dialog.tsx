import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { track } from "#app/analytics/track.ts";
import type { CreditsResponse } from "#app/contracts/credits.ts";
import { DAY_MS } from "#app/domain/limits/units.ts";
import type { LinkRules } from "#app/domain/meeting/link.ts";
import { InviteForm } from "#app/features/invite/invite-form.tsx";
import { InviteFoot } from "#app/features/invite/invite-foot.tsx";
import { InviteProgress } from "#app/features/invite/invite-progress.tsx";
import type { InviteValues } from "#app/features/invite/invite-schema.ts";
import type { Prefill } from "#app/features/invite/prefill.ts";
import { connectsNow, useInvite } from "#app/features/invite/use-invite.ts";
import { Dialog } from "#app/ui/dialog.tsx";

type InviteDialogProps = {
  user: { name: string; email: string | null };
  links: LinkRules;
  prefill: Prefill | null;
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
        <InviteProgress state={state} links={links} locale={locale} timeZone={timeZone} />
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
