import { Link } from "@remix-run/react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { callApi } from "#app/contracts/call-api.ts";
import { changeVisibilityDefault } from "#app/contracts/endpoints/teams.ts";
import type { TeamAnswer, VisibilityAnswer } from "#app/contracts/teams.ts";
import { VisibilityForm } from "#app/features/minutes/visibility-form.tsx";
import { DefaultsOfTeam } from "#app/features/teams/team-defaults.tsx";
import { LeaveTeam } from "#app/features/teams/leave-team.tsx";
import { ManageTeam, type PaymentPart } from "#app/features/teams/manage-team.tsx";
import { type Team, type TeamActions, useTeam } from "#app/features/teams/use-team.ts";
import { buttonClass } from "#app/ui/button.tsx";

type Props = { initial: TeamAnswer; visibility: VisibilityAnswer; Payment: PaymentPart };

/** §6: an administrator manages subscription and seats; a member has the plan, and can leave. */
export function TeamSection({ initial, visibility, Payment }: Props) {
  const { t } = useTranslation("team");
  const { team, ...actions } = useTeam(initial);
  return (
    <section id="team" aria-labelledby="team-heading">
      <h2 id="team-heading">{t("heading")}</h2>
      <div className="rows rows--full">
        <p className="muted">{t("lead")}</p>
        {team === null && (
          <div className="row between row--wrap">
            <p>{t("none")}</p>
            <Link className={buttonClass("line")} to="/seats">
              {t("order")}
            </Link>
          </div>
        )}
        {team?.role === "member" && <Membership team={team} {...actions} />}
        {team?.role === "owner" && <ManageTeam team={team} Payment={Payment} {...actions} />}
        <div className="team__part stack">
          <h3 className="label">{t("visibility.defaultHeading")}</h3>
          <p className="note muted">{t("visibility.defaultLead")}</p>
          <VisibilityForm
            key={`${team?.id} ${team?.defaults.visibility}`}
            answer={{ ...visibility, team: team?.name ?? null, ofTeam: followed(team, visibility) }}
            legend={t("visibility.defaultHeading")}
            save={(body) => callApi(changeVisibilityDefault, { body })}
            followTeam={() => callApi(changeVisibilityDefault, { body: { visibility: "of-team" } })}
          />
        </div>
      </div>
    </section>
  );
}

/** The team's default may have been changed on this page. */
function followed(team: Team | null, { ofTeam }: VisibilityAnswer): VisibilityAnswer["ofTeam"] {
  const visibility = team?.defaults.visibility;
  return visibility ? { visibility, isUsed: ofTeam?.isUsed ?? false } : undefined;
}

function Membership({ team, busy, change }: TeamActions & { team: Team }) {
  const { t } = useTranslation("team");
  const administrators = team.members.filter(({ role }) => role === "owner");
  return (
    <>
      <p>{t("memberOf", { team: team.name })}</p>
      <p className="note muted">
        {t("administrators")}: {administrators.map(({ name }) => name).join(", ")}
      </p>
      <DefaultsOfTeam defaults={team.defaults} />
      <LeaveTeam team={team} busy={busy} change={change} />
    </>
  );
}
