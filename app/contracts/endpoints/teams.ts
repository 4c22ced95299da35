import { CHANGES, endpoint, READS } from "#app/contracts/endpoint.ts";

/** Teams: seats, invitations, members. */

/** §2: the details of the join page, also for somebody who is not signed in. */
export const readInvitation = endpoint({
  method: "GET",
  path: "/api/acta/invitations/:token",
  params: { token: "text" },
  body: null,
  answer: async () => (await import("#app/contracts/teams.ts")).invitationAnswer,
  actors: ["session", "anyone"],
  scopes: ["read"],
  rate: { limit: "share", counted: "invitation" },
  failure: "error.loadingData",
});

export const acceptInvitation = endpoint({
  ...CHANGES,
  method: "POST",
  path: "/api/acta/invitations/:token/accept",
  params: { token: "text" },
  answer: async () => (await import("#app/contracts/teams.ts")).joinedTeam,
  rate: { limit: "retry", counted: "invitation-accept" },
  failure: "team:join.error.accept",
});

export const declineInvitation = endpoint({
  ...CHANGES,
  method: "POST",
  path: "/api/acta/invitations/:token/decline",
  params: { token: "text" },
  answer: async () => (await import("#app/contracts/api-answers.ts")).doneAnswer,
  rate: { limit: "retry", counted: "invitation-decline" },
  failure: "team:join.error.decline",
});

/** The seats page: notes team and addresses, and begins the payment. */
export const orderSeats = endpoint({
  ...CHANGES,
  method: "POST",
  path: "/api/acta/team/order",
  body: async () => (await import("#app/contracts/team-changes.ts")).seatsOrder,
  answer: async () => (await import("#app/contracts/teams.ts")).orderedSeats,
  rate: { limit: "retry", counted: "team-order" },
  failure: "seats:error.checkout",
});

export const readTeam = endpoint({
  ...READS,
  path: "/api/acta/team",
  answer: async () => (await import("#app/contracts/teams.ts")).teamAnswer,
  rate: { limit: "poll", counted: "team" },
  failure: "error.loadingData",
});

export const changeTeam = endpoint({
  ...CHANGES,
  method: "PATCH",
  path: "/api/acta/team",
  body: async () => (await import("#app/contracts/team-changes.ts")).teamChange,
  answer: async () => (await import("#app/contracts/api-answers.ts")).doneAnswer,
  rate: { limit: "edit", counted: "team-change" },
  failure: "team:error.change",
});

/** Ends a team that is not paid for any more. */
export const endTeam = endpoint({
  ...CHANGES,
  method: "DELETE",
  path: "/api/acta/team",
  answer: async () => (await import("#app/contracts/api-answers.ts")).doneAnswer,
  rate: { limit: "retry", counted: "team-end" },
  failure: "team:error.change",
});

export const changeTeamSeats = endpoint({
  ...CHANGES,
  method: "PUT",
  path: "/api/acta/team/seats",
  body: async () => (await import("#app/contracts/team-changes.ts")).seatsChange,
  answer: async () => (await import("#app/contracts/teams.ts")).seatsAnswer,
  rate: { limit: "retry", counted: "team-seats" },
  failure: "team:error.change",
});

export const inviteMember = endpoint({
  ...CHANGES,
  method: "POST",
  path: "/api/acta/team/invitations",
  body: async () => (await import("#app/contracts/team-changes.ts")).inviteChange,
  answer: async () => (await import("#app/contracts/teams.ts")).invitedAnswer,
  rate: { limit: "edit", counted: "team-invite" },
  failure: "team:error.invite",
});

export const resendInvitation = endpoint({
  ...CHANGES,
  method: "POST",
  path: "/api/acta/team/invitations/:invitation_id/resend",
  params: { invitation_id: "text" },
  answer: async () => (await import("#app/contracts/api-answers.ts")).doneAnswer,
  rate: { limit: "retry", counted: "team-resend" },
  failure: "team:error.invite",
});

export const revokeInvitation = endpoint({
  ...CHANGES,
  method: "DELETE",
  path: "/api/acta/team/invitations/:invitation_id",
  params: { invitation_id: "text" },
  answer: async () => (await import("#app/contracts/api-answers.ts")).doneAnswer,
  rate: { limit: "edit", counted: "team-revoke" },
  failure: "team:error.change",
});

/** An administrator removes a member; a member leaves by themselves. */
export const removeMember = endpoint({
  ...CHANGES,
  method: "DELETE",
  path: "/api/acta/team/members/:member_id",
  params: { member_id: "text" },
  answer: async () => (await import("#app/contracts/api-answers.ts")).doneAnswer,
  rate: { limit: "edit", counted: "team-remove" },
  failure: "team:error.change",
});

export const changeMemberRole = endpoint({
  ...CHANGES,
  method: "PUT",
  path: "/api/acta/team/members/:member_id",
  params: { member_id: "text" },
  body: async () => (await import("#app/contracts/team-changes.ts")).roleChange,
  answer: async () => (await import("#app/contracts/api-answers.ts")).doneAnswer,
  rate: { limit: "edit", counted: "team-role" },
  failure: "team:error.change",
});

/** The people who can open a meeting; for its owner. */
export const readVisibility = endpoint({
  ...READS,
  path: "/api/acta/meetings/:meetId/visibility",
  params: { meetId: "meet-id" },
  answer: async () => (await import("#app/contracts/teams.ts")).visibilityAnswer,
  rate: { limit: "edit", counted: "visibility-read" },
  failure: "error.loadingData",
});

export const changeVisibility = endpoint({
  ...CHANGES,
  method: "PUT",
  path: "/api/acta/meetings/:meetId/visibility",
  params: { meetId: "meet-id" },
  body: async () => (await import("#app/contracts/team-changes.ts")).visibilityChange,
  answer: async () => (await import("#app/contracts/teams.ts")).visibilityAnswer,
  rate: { limit: "edit", counted: "visibility" },
  failure: "team:visibility.failed",
});

/** The visibility of the person's new meetings. */
export const readVisibilityDefault = endpoint({
  ...READS,
  path: "/api/acta/user/visibility",
  answer: async () => (await import("#app/contracts/teams.ts")).visibilityAnswer,
  rate: { limit: "edit", counted: "visibility-default-read" },
  failure: "error.loadingData",
});

export const changeVisibilityDefault = endpoint({
  ...CHANGES,
  method: "PUT",
  path: "/api/acta/user/visibility",
  body: async () => (await import("#app/contracts/team-changes.ts")).visibilityDefaultChange,
  answer: async () => (await import("#app/contracts/teams.ts")).visibilityAnswer,
  rate: { limit: "edit", counted: "visibility-default" },
  failure: "team:visibility.failed",
});
