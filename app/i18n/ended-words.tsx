import { useTranslation } from "#app/i18n/use-translation.ts";
import { type EndReason, isCallReason, type MeetingStatus } from "#app/domain/meeting/status.ts";
import { CALL_ADVICE } from "#app/i18n/call-advice.ts";
import { explainEnd, happenedKey, todoKey } from "#app/i18n/explain-end.ts";

type Props = {
  status: MeetingStatus;
  /** Null where it is not known: the status then says what it can. */
  reason: EndReason | null;
  /** Also what to do about it. */
  todo?: true;
};

export function EndedWords({ status, reason, todo }: Props) {
  const { t } = useTranslation(["ended", "call", "progress"]);
  if (isCallReason(reason)) {
    const why = t(`call:ended.${reason}`);
    return <>{todo ? `${why}. ${t(`call:advice.${CALL_ADVICE[reason].steps[0]}`)}` : why}</>;
  }
  const { reason: told } = explainEnd({ status, reason, playable: false }, false);
  // "rejected" stands for an unknown reason, so it has no short line of its own.
  const why = told === "rejected" ? t(`progress:${happenedKey(told)}`) : t(`ended:${told}`);
  if (!todo) return <>{why}</>;
  return <>{`${why}${told === "rejected" ? "" : "."} ${t(`progress:${todoKey(told)}`)}`}</>;
}
