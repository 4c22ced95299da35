import { type ComponentType, type FormEvent, useState } from "react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { callApi } from "#app/contracts/call-api.ts";
import { changeMemberRole, changeTeam, endTeam, removeMember } from "#app/contracts/endpoints/teams.ts";
import { TEAM_NAME_CHARS_MAX } from "#app/domain/limits/teams.ts";
import { ConfirmDialog } from "#app/ui/confirm-dialog.tsx";
import { SeatsPart } from "#app/features/teams/seats-part.tsx";
import { TeamDefaultsForm } from "#app/features/teams/team-defaults.tsx";
import { LeaveTeam } from "#app/features/teams/leave-team.tsx";
import type { Team, TeamActions } from "#app/features/teams/use-team.ts";
import { Button } from "#app/ui/button.tsx";
import { Field } from "#app/ui/field.tsx";
import { MoreMenu } from "#app/ui/more-menu.tsx";
import { Switch } from "#app/ui/switch.tsx";

/** §6: the administrator manages the subscription. The part is of the plans (app/features/pricing). */
export type PaymentPart = ComponentType<
  { workspaceId: string; seats: number; seatsTaken: number } & NonNullable<NonNullable<Team["managed"]>["payment"]>
>;
type Props = TeamActions & { team: Team };
type Member = Team["members"][number];

/** The team as an administrator sees it: name, members, seats with invitations, totals. */
export function ManageTeam({ team, busy, change, Payment }: Props & { Payment: PaymentPart }) {
  const { t } = useTranslation("team");
  const [removing, setRemoving] = useState<Member | null>(null);
  const [isEnding, setEnding] = useState(false);
  const seated = team.members.filter(({ hasSeat }) => hasSeat).length;
  const remove = async (member: Member) => {
    const call = () => callApi(removeMember, { params: { member_id: member.userId } });
    await change("remove", call, t("done.removed"));
    setRemoving(null);
  };
  const end = async () => {
    await change("end", () => callApi(endTeam, {}), t("done.ended"));
    setEnding(false);
  };
  return (
    <>
      <NameForm team={team} busy={busy} change={change} />
      <div className="row between">
        <span id="team-members-edit">{t("edit")}</span>
        <Switch
          checked={team.membersEdit}
          labelledBy="team-members-edit"
          onChange={(membersEdit) =>
            void change("edit", () => callApi(changeTeam, { body: { membersEdit } }), t("saved"))
          }
        />
      </div>
      <div className="team__part">
        <h3 className="label">{t("members")}</h3>
        <ul className="entries">
          {team.members.map((member) => (
            <MemberRow key={member.userId} member={member} change={change} onRemove={() => setRemoving(member)} />
          ))}
        </ul>
      </div>
      {team.managed && <SeatsPart managed={team.managed} members={seated} busy={busy} change={change} />}
      {team.managed?.payment && (
        <Payment
          workspaceId={team.id}
          seats={team.managed.seats}
          seatsTaken={seated + team.managed.invitations.length}
          {...team.managed.payment}
        />
      )}
      {team.managed && (
        <TeamDefaultsForm defaults={team.defaults} templates={team.managed.templates} busy={busy} change={change} />
      )}
      {team.managed && <Totals usage={team.managed.usage} />}
      <div className="row row--wrap team__part">
        <LeaveTeam team={team} busy={busy} change={change} />
        <Button onClick={() => setEnding(true)}>{t("end")}</Button>
      </div>
      {removing && (
        <ConfirmDialog
          kind="danger"
          texts={{
            title: t("removeAsk.title", { name: removing.name }),
            confirm: t("removeAsk.go"),
            cancel: t("cancel"),
          }}
          busy={busy === "remove"}
          onConfirm={() => void remove(removing)}
          onClose={() => setRemoving(null)}
        >
          <p>{t("removeAsk.text")}</p>
        </ConfirmDialog>
      )}
      {isEnding && (
        <ConfirmDialog
          kind="danger"
          texts={{ title: t("endAsk.title", { team: team.name }), confirm: t("endAsk.go"), cancel: t("cancel") }}
          busy={busy === "end"}
          onConfirm={() => void end()}
          onClose={() => setEnding(false)}
        >
          <p>{t("endAsk.text")}</p>
        </ConfirmDialog>
      )}
    </>
  );
}

function NameForm({ team, busy, change }: Props) {
  const { t } = useTranslation("team");
  const [typed, setTyped] = useState<string | null>(null);
  const name = typed ?? team.name;
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() === "" || busy === "name") return;
    const isSaved = await change("name", () => callApi(changeTeam, { body: { name } }), t("saved"));
    // A name that was typed meanwhile stays.
    if (isSaved) setTyped((now) => (now === name ? null : now));
  };
  return (
    <form className="row row--wrap team__form" onSubmit={(event) => void submit(event)}>
      <Field label={t("name")}>
        {(wiring) => (
          <input
            {...wiring}
            className="input"
            autoComplete="organization"
            maxLength={TEAM_NAME_CHARS_MAX}
            value={name}
            onChange={({ target }) => setTyped(target.value)}
          />
        )}
      </Field>
      <Button type="submit" busy={busy === "name"}>
        {t("save")}
      </Button>
    </form>
  );
}

type RowProps = { member: Member; change: TeamActions["change"]; onRemove: () => void };

function MemberRow({ member, change, onRemove }: RowProps) {
  const { t } = useTranslation("team");
  const { userId, name, email, role, isYou, hasSeat } = member;
  const isOwner = role === "owner";
  const turn = () =>
    void change(
      "role",
      () => callApi(changeMemberRole, { params: { member_id: userId }, body: { role: isOwner ? "member" : "owner" } }),
      t("done.role"),
    );
  return (
    <li className="entry team__row">
      <div>
        <p className="strong">
          {name} {isYou && <span className="plan">{t("you")}</span>}
        </p>
        <p className="note muted">
          {[isOwner ? t("administrator") : null, hasSeat ? null : t("withoutSeat"), email].filter(Boolean).join(" · ")}
        </p>
      </div>
      {!isYou && (
        <MoreMenu label={t("actions", { name })}>
          <li>
            <button type="button" onClick={turn}>
              {t(isOwner ? "makeMember" : "makeAdministrator")}
            </button>
          </li>
          <li>
            <button type="button" className="danger" aria-label={t("removeNamed", { name })} onClick={onRemove}>
              {t("remove")}
            </button>
          </li>
        </MoreMenu>
      )}
    </li>
  );
}

function Totals({ usage }: { usage: NonNullable<Team["managed"]>["usage"] }) {
  const { t } = useTranslation("team");
  return (
    <div className="team__part stack">
      <h3 className="label">{t("usage.heading")}</h3>
      <p className="num">
        {(["uploads", "recordings", "meetings"] as const)
          .map((each) => t(`usage.${each}`, { count: usage[each] }))
          .join(" · ")}
      </p>
      <p className="note muted">{t("usage.note")}</p>
    </div>
  );
}
