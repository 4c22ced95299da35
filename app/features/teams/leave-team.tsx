import { useState } from "react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { callApi } from "#app/contracts/call-api.ts";
import { removeMember } from "#app/contracts/endpoints/teams.ts";
import { ConfirmDialog } from "#app/ui/confirm-dialog.tsx";
import type { Team, TeamActions } from "#app/features/teams/use-team.ts";
import { Button } from "#app/ui/button.tsx";

/** Also for an administrator, unless they are the last one: then the answer says so. */
export function LeaveTeam({ team, busy, change }: TeamActions & { team: Team }) {
  const { t } = useTranslation("team");
  const [isAsking, setAsking] = useState(false);
  const own = team.members.find(({ isYou }) => isYou);
  if (!own) return null;
  const leave = async () => {
    await change("leave", () => callApi(removeMember, { params: { member_id: own.userId } }), t("done.left"));
    setAsking(false);
  };
  return (
    <div className="row">
      <Button onClick={() => setAsking(true)}>{t("leave")}</Button>
      {isAsking && (
        <ConfirmDialog
          kind="danger"
          texts={{ title: t("leaveAsk.title", { team: team.name }), confirm: t("leaveAsk.go"), cancel: t("cancel") }}
          busy={busy === "leave"}
          onConfirm={() => void leave()}
          onClose={() => setAsking(false)}
        >
          <p>{t("leaveAsk.text")}</p>
        </ConfirmDialog>
      )}
    </div>
  );
}
