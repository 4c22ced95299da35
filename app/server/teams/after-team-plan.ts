import { and, eq, isNull } from "drizzle-orm";
import { teams } from "#app/server/db/schema-teams.ts";
import type { Services } from "#app/server/services.ts";
import { moveDue } from "#app/server/teams/move-meetings.ts";
import { sendDueInvitations } from "#app/server/teams/send-invitation.ts";

type Needs = Pick<Services, "config" | "db" | "meetings" | "store" | "mailer" | "mailWriter" | "log" | "now">;

/** A team's seats were paid for, or their number has changed: the team begins, and invitations that waited are sent. */
export async function afterTeamPlan(
  services: Needs,
  { workspaceId, seats }: { workspaceId: string; seats: number },
): Promise<void> {
  if (seats === 0) return;
  await services.db
    .update(teams)
    .set({ activatedAt: services.now() })
    .where(and(eq(teams.workspaceId, workspaceId), isNull(teams.activatedAt)));
  await sendDueInvitations(services, workspaceId);
}

/** The sweep: invitations that could not be sent, and meetings on their way to another workspace. */
export async function sweepTeams(services: Needs): Promise<{ invitations: number; moved: number }> {
  const invitations = await sendDueInvitations(services, null);
  const { moved } = await moveDue(services);
  return { invitations, moved };
}
