import type { JoinFormAnswer } from "#app/contracts/teams.ts";
import type { Services } from "#app/server/services.ts";
import { acceptInvitation, declineInvitation, readInvitation } from "#app/server/teams/join-team.ts";

type Asked = {
  token: string;
  /** Null: nobody is signed in. */
  userId: string | null;
  /** "accept", "decline", or anything else: only read. */
  act: string | null;
};

/** The join page's form, for a browser without scripts: does what a button says, and answers with the state to show. */
export async function answerJoinForm(
  services: Pick<Services, "billing" | "db" | "now" | "log" | "waitUntil">,
  { token, userId, act }: Asked,
): Promise<JoinFormAnswer> {
  const read = async () => ({ shown: await readInvitation(services, { token, userId }), problem: null });
  if (userId === null) return read();
  if (act === "accept") {
    const accepted = await acceptInvitation(services, { token, userId });
    if (accepted.ok || accepted.reason === "invitation-invalid" || accepted.reason === "email-mismatch") return read();
    return { ...(await read()), problem: accepted.reason };
  }
  if (act !== "decline") return read();
  const before = await readInvitation(services, { token, userId });
  const declined = await declineInvitation(services, { token, userId });
  if (!declined.ok || before.state === "invalid") return read();
  return { shown: { state: "declined", inviter: before.inviter }, problem: null };
}
