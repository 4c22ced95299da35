import { useState } from "react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import type { HereInput } from "#app/features/here/capture/capture.ts";
import { findProblem, type Problem } from "#app/features/meeting/here/find-problem.ts";
import type { RecordingSession } from "#app/features/here/session/recording-session.ts";
import { useInputState, useRecordedMs, useSessionState } from "#app/features/here/session/use-session.ts";
import { formatExactDuration } from "#app/i18n/format.ts";
import { useLocale } from "#app/i18n/local-time.tsx";
import { Button, buttonClass } from "#app/ui/button.tsx";
import { Notice } from "#app/ui/notice.tsx";

/** Says what is wrong with the recording, what is safe, and what to do. */
export function HereProblems({ session }: { session: RecordingSession }) {
  const { t } = useTranslation(["recordHere", "common"]);
  const locale = useLocale();
  const state = useSessionState(session);
  const microphone = { state: useInputState(session, "microphone") };
  const tab = { state: useInputState(session, "tab") };
  const problem = findProblem(state, { microphone, tab }, useRecordedMs(session));
  if (problem === null) return null;
  const text = () => {
    switch (problem.name) {
      case "ended":
      case "dead":
      case "silent":
        return t(`trouble.${problem.name}.${problem.input}`);
      case "slept":
        return t("trouble.slept", { length: formatExactDuration(problem.ms, locale) });
      case "rest-offline":
        return t("waits.offline");
      case "rest-signed-out":
        return t("waits.signed-out");
      default:
        return t(`trouble.${problem.name}`);
    }
  };
  return (
    <div className="here-block">
      <Notice
        role="alert"
        action={WITH_ACTION.has(problem.name) && <ProblemAction problem={problem} session={session} />}
      >
        {text()}
      </Notice>
    </div>
  );
}

/** The others pass by themselves, or outside of this page. A notice has no room for an action that is not there. */
const WITH_ACTION: ReadonlySet<Problem["name"]> = new Set([
  "ended",
  "paused-inputs",
  "paused-encoder",
  "paused-disk",
  "paused-disk-signed-out",
  "disk-full-signed-out",
  "signed-out",
  "rest-signed-out",
  "slept",
]);

function ProblemAction({ problem, session }: { problem: Problem; session: RecordingSession }) {
  const { t } = useTranslation("recordHere");
  const { inputs } = useSessionState(session);
  switch (problem.name) {
    case "ended":
      return <ReopenButton session={session} input={problem.input} />;
    case "paused-inputs":
      return inputs.map(({ input }) => <ReopenButton key={input} session={session} input={input} />);
    case "paused-encoder":
    case "paused-disk":
      return <Button onClick={session.resume}>{t("resume")}</Button>;
    case "paused-disk-signed-out":
      return (
        <>
          <SignInLink />
          <Button onClick={session.resume}>{t("resume")}</Button>
        </>
      );
    case "disk-full-signed-out":
    case "signed-out":
    case "rest-signed-out":
      return <SignInLink />;
    case "slept":
      return <Button onClick={session.dismissSleep}>{t("understood")}</Button>;
    default:
      return null;
  }
}

/** Opens another tab: this one records. */
function SignInLink() {
  const { t } = useTranslation("recordHere");
  return (
    <a className={buttonClass("line")} href="/api/auth/signin" target="_blank" rel="noopener noreferrer">
      {t("signIn")}
    </a>
  );
}

/** Opens a lost source again. */
function ReopenButton({ session, input }: { session: RecordingSession; input: HereInput }) {
  const { t } = useTranslation("recordHere");
  const [isBusy, setBusy] = useState(false);
  const reopen = async () => {
    setBusy(true);
    await session.reopen(input);
    setBusy(false);
  };
  return (
    <Button busy={isBusy} onClick={() => void reopen()}>
      {t(`reopen.${input}`)}
    </Button>
  );
}
