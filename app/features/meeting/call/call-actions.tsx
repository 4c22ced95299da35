import { Link, useLocation } from "@remix-run/react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { track } from "#app/analytics/track.ts";
import { cancelCall } from "#app/contracts/endpoints/calls.ts";
import type { CallView, MeetingHead } from "#app/contracts/meeting/meeting-view.ts";
import { DETECT_LANGUAGE } from "#app/domain/meeting-languages.ts";
import { useAsk } from "#app/features/meeting/call/call-calls.ts";
import { NEEDS_SCRIPT } from "#app/i18n/lazy-part.tsx";
import { Button, buttonClass } from "#app/ui/button.tsx";
import { Icon } from "#app/ui/icon.tsx";

/** The way into the call itself. Only who owns the meeting sees the link. */
export function OpenCall({ call, ink }: { call: CallView; ink: boolean }) {
  const { t } = useTranslation("call");
  if (call.link === undefined) return null;
  return (
    <a
      className={buttonClass(ink ? "primary" : "line", "btn--l")}
      href={call.link}
      target="_blank"
      rel="noopener noreferrer"
    >
      <Icon name="video" />
      {t("action.open")}
    </a>
  );
}

/** A planned call is not to be, or the bot leaves the lobby. */
export function CancelCall({ meetId, inLobby }: { meetId: string; inLobby: boolean }) {
  const { t } = useTranslation(["call", "common"]);
  const { state, ask } = useAsk(cancelCall, meetId);
  return (
    <>
      <Button kind="quiet" large busy={state === "pending"} onClick={ask}>
        {t(inLobby ? "action.leaveLobby" : "action.cancel")}
      </Button>
      {state === "failed" && (
        <p className="error error--world" role="alert">
          {t("common:error.saveMeeting")}
        </p>
      )}
    </>
  );
}

/** Opens the invite dialog with what this meeting said: to change it, or to invite to the same call again. */
export function InviteFrom({ head, call, again }: { head: MeetingHead; call: CallView; again: boolean }) {
  const { t } = useTranslation("call");
  const { pathname } = useLocation();
  if (call.link === undefined) return null;
  const invite = {
    meetingName: head.title,
    meetExtUrl: call.link,
    meetLanguage: head.hearsLanguage ? DETECT_LANGUAGE : head.language,
  };
  const change = { meetId: head.meetId, meetingDate: head.startsAt, templateId: head.templateId };
  return (
    <Link
      className={buttonClass(again ? "primary" : "line", "btn--l")}
      to={`${pathname}?invite=1`}
      state={{ invite: again ? invite : { ...invite, ...change } }}
      preventScrollReset
      {...NEEDS_SCRIPT}
      onClick={() => again && track("invite to meeting")}
    >
      <Icon name={again ? "again" : "edit"} />
      {t(again ? "action.again" : "action.change")}
    </Link>
  );
}
