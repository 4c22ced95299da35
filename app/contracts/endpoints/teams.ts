import { endpoint } from "#app/contracts/endpoint.ts";

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
  method: "POST",
  path: "/api/acta/invitations/:token/accept",
  params: { token: "text" },
  body: null,
  answer: async () => (await import("#app/contracts/teams.ts")).joinedTeam,
  actors: ["session"],
  scopes: ["write"],
  rate: { limit: "retry", counted: "invitation-accept" },
  failure: "team:join.error.accept",
});

export const declineInvitation = endpoint({
  method: "POST",
  path: "/api/acta/invitations/:token/decline",
  params: { token: "text" },
  body: null,
  answer: async () => (await import("#app/contracts/api-answers.ts")).doneAnswer,
  actors: ["session"],
  scopes: ["write"],
  rate: { limit: "retry", counted: "invitation-decline" },
  failure: "team:join.error.decline",
});

/** The seats page: notes team and addresses, and begins the payment. */
export const orderSeats = endpoint({
  method: "POST",
  path: "/api/acta/team/order",
  params: {},
  body: async () => (await import("#app/contracts/team-changes.ts")).seatsOrder,
  answer: async () => (await import("#app/contracts/teams.ts")).orderedSeats,
  actors: ["session"],
  scopes: ["write"],
  rate: { limit: "retry", counted: "team-order" },
  failure: "seats:error.checkout",
});

export const readTeam = endpoint({
  method: "GET",
  path: "/api/acta/team",
  params: {},
  body: null,
  answer: async () => (await import("#app/contracts/teams.ts")).teamAnswer,
  actors: ["session"],
  scopes: ["read"],
  rate: { limit: "poll", counted: "team" },
  failure: "error.loadingData",
});

export const changeTeam = endpoint({
  method: "PATCH",
  path: "/api/acta/team",
  params: {},
  body: async () => (await import("#app/contracts/team-changes.ts")).teamChange,
  answer: async () => (await import("#app/contracts/api-answers.ts")).doneAnswer,
  actors: ["session"],
  scopes: ["write"],
  rate: { limit: "edit", counted: "team-change" },
  failure: "team:error.change",
});

/** Ends a team that is not paid for any more. */
export const endTeam = endpoint({
  method: "DELETE",
  path: "/api/acta/team",
  params: {},
  body: null,
  answer: async () => (await import("#app/contracts/api-answers.ts")).doneAnswer,
  actors: ["session"],
  scopes: ["write"],
  rate: { limit: "retry", counted: "team-end" },
  failure: "team:error.change",
});

export const changeTeamSeats = endpoint({
  method: "PUT",
  path: "/api/acta/team/seats",
  params: {},
  body: async () => (await import("#app/contracts/team-changes.ts")).seatsChange,
  answer: async () => (await import("#app/contracts/teams.ts")).seatsAnswer,
  actors: ["session"],
  scopes: ["write"],
  rate: { limit: "retry", counted: "team-seats" },
  failure: "team:error.change",
});

export const inviteMember = endpoint({
  method: "POST",
  path: "/api/acta/team/invitations",
  params: {},
  body: async () => (await import("#app/contracts/team-changes.ts")).inviteChange,
  answer: async () => (await import("#app/contracts/teams.ts")).invitedAnswer,
  actors: ["session"],
  scopes: ["write"],
  rate: { limit: "edit", counted: "team-invite" },
  failure: "team:error.invite",
});

export const resendInvitation = endpoint({
  method: "POST",
  path: "/api/acta/team/invitations/:invitation_id/resend",
  params: { invitation_id: "text" },
  body: null,
  answer: async () => (await import("#app/contracts/api-answers.ts")).doneAnswer,
  actors: ["session"],
  scopes: ["write"],
  rate: { limit: "retry", counted: "team-resend" },
  failure: "team:error.invite",
});

export const revokeInvitation = endpoint({
  method: "DELETE",
  path: "/api/acta/team/invitations/:invitation_id",
  params: { invitation_id: "text" },
  body: null,
  answer: async () => (await import("#app/contracts/api-answers.ts")).doneAnswer,
  actors: ["session"],
  scopes: ["write"],
  rate: { limit: "edit", counted: "team-revoke" },
  failure: "team:error.change",
});

/** An administrator removes a member; a member leaves by themselves. */
export const removeMember = endpoint({
  method: "DELETE",
  path: "/api/acta/team/members/:member_id",
  params: { member_id: "text" },
  body: null,
  answer: async () => (await import("#app/contracts/api-answers.ts")).doneAnswer,
  actors: ["session"],
  scopes: ["write"],
  rate: { limit: "edit", counted: "team-remove" },
  failure: "team:error.change",
});

export const changeMemberRole = endpoint({
  method: "PUT",
  path: "/api/acta/team/members/:member_id",
  params: { member_id: "text" },
  body: async () => (await import("#app/contracts/team-changes.ts")).roleChange,
  answer: async () => (await import("#app/contracts/api-answers.ts")).doneAnswer,
  actors: ["session"],
  scopes: ["write"],
  rate: { limit: "edit", counted: "team-role" },
  failure: "team:error.change",
});

/** The people who can open a meeting; for its owner. */
export const readVisibility = endpoint({
  method: "GET",
  path: "/api/acta/meetings/:meetId/visibility",
  params: { meetId: "meet-id" },
  body: null,
  answer: async () => (await import("#app/contracts/teams.ts")).visibilityAnswer,
  actors: ["session"],
  scopes: ["read"],
  rate: { limit: "edit", counted: "visibility-read" },
  failure: "error.loadingData",
});

export const changeVisibility = endpoint({
  method: "PUT",
  path: "/api/acta/meetings/:meetId/visibility",
  params: { meetId: "meet-id" },
  body: async () => (await import("#app/contracts/team-changes.ts")).visibilityChange,
  answer: async () => (await import("#app/contracts/teams.ts")).visibilityAnswer,
  actors: ["session"],
  scopes: ["write"],
  rate: { limit: "edit", counted: "visibility" },
  failure: "team:visibility.failed",
});

/** The visibility of the person's new meetings. */
export const readVisibilityDefault = endpoint({
  method: "GET",
  path: "/api/acta/user/visibility",
  params: {},
  body: null,
  answer: async () => (await import("#app/contracts/teams.ts")).visibilityAnswer,
  actors: ["session"],
  scopes: ["read"],
  rate: { limit: "edit", counted: "visibility-default-read" },
  failure: "error.loadingData",
});

export const changeVisibilityDefault = endpoint({
  method: "PUT",
  path: "/api/acta/user/visibility",
  params: {},
  body: async () => (await import("#app/contracts/team-changes.ts")).visibilityDefaultChange,
  answer: async () => (await import("#app/contracts/teams.ts")).visibilityAnswer,
  actors: ["session"],
  scopes: ["write"],
  rate: { limit: "edit", counted: "visibility-default" },
  failure: "team:visibility.failed",
});
