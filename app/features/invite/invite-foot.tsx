import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import type { PlanUse } from "#app/contracts/credits.ts";
import type { InviteState } from "#app/features/invite/use-invite.ts";
import { Button } from "#app/ui/button.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { Spinner } from "#app/ui/spinner.tsx";

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
export function InviteFoot(props: Props) {
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
