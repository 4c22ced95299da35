/**
 * The account of a connection to Slack: a workspace, and the person there who allowed Acta. Two people of one workspace have a connection
 * each; the token of the app is the same for both.
 */
type SlackAccount = { teamId: string; slackUserId: string };

export function slackAccountId({ teamId, slackUserId }: SlackAccount): string {
  return `${teamId}/${slackUserId}`;
}

export function readSlackAccount(accountId: string): SlackAccount {
  const [teamId = "", slackUserId = ""] = accountId.split("/");
  return { teamId, slackUserId };
}

/** The accounts of a workspace stand between these two, in the order of their ids. */
export function slackTeamRange(teamId: string): { from: string; to: string } {
  return { from: `${teamId}/`, to: `${teamId}0` };
}
