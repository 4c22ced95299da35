import * as z from "zod/mini";
import type { SubscriptionView } from "#app/contracts/billing.ts";
import { MEETING_LANGUAGES } from "#app/domain/meeting-languages.ts";
import { SOLD_PLANS } from "#app/domain/plan/plans.ts";
import { INTERVALS } from "#app/domain/plan/prices.ts";
import { VISIBILITIES } from "#app/domain/meeting/access.ts";

/** Answers about teams, invitations and the visibility of meetings. */

/** GET /api/acta/invitations/{token}: what the join page shows. An invalid link tells nothing else. */
export const invitationAnswer = z.discriminatedUnion("state", [
  z.object({ state: z.literal("invalid") }),
  z.object({
    state: z.enum(["mismatch", "sign-in", "accept", "accepted"]),
    team: z.string(),
    inviter: z.string(),
    /** The address that was invited: whoever has the link has read its mail. */
    email: z.string(),
    /** Whether new meetings are shown to the team unless a member chooses otherwise: told before somebody accepts. */
    showsNew: z.boolean(),
    /** For `mismatch`: the reader's own confirmed address; null where they have none. */
    signedInAs: z.optional(z.nullable(z.string())),
  }),
]);
export type InvitationAnswer = z.infer<typeof invitationAnswer>;

/** The answer to the form of the join page, which a browser without scripts sends. `problem`: the reason why nothing was accepted. */
export type JoinFormAnswer = {
  shown: InvitationAnswer | { state: "declined"; inviter: string };
  problem: "other-team" | "seat-unpaid" | null;
};

/** The defaults of new meetings of members who have not chosen; null: the team sets none. */
const teamDefaults = z.object({
  template: z.nullable(z.object({ id: z.string(), name: z.string() })),
  language: z.nullable(z.enum(MEETING_LANGUAGES)),
  visibility: z.nullable(z.enum(["private", "team"])),
});

export const joinedTeam = z.object({ team: z.string() });

const role = z.enum(["owner", "member"]);
const member = z.object({
  userId: z.string(),
  name: z.string(),
  /** For administrators only. */
  email: z.nullable(z.string()),
  /** False: manages the team without a seat. */
  hasSeat: z.boolean(),
  role,
  isYou: z.boolean(),
});
const invitation = z.object({
  id: z.string(),
  email: z.string(),
  /** `unsent`: it waits for the payment or for the mail service. */
  state: z.enum(["unsent", "sent", "expired"]),
  expiresAt: z.nullable(z.number()),
});

const subscription = z.object({
  plan: z.enum(SOLD_PLANS),
  interval: z.enum(INTERVALS),
  seats: z.nullable(z.number()),
  periodEndsAt: z.number(),
  cancelsAt: z.nullable(z.number()),
  graceEndsAt: z.nullable(z.number()),
}) satisfies z.ZodMiniType<SubscriptionView>;

/** GET /api/acta/team. A member sees the administrators only. */
export const teamAnswer = z.object({
  team: z.nullable(
    z.object({
      id: z.string(),
      name: z.string(),
      role,
      membersEdit: z.boolean(),
      defaults: teamDefaults,
      members: z.array(member),
      /** For administrators. `usage` holds counts only. */
      managed: z.optional(
        z.object({
          seats: z.number(),
          /** Those that can be the team's default. */
          templates: z.array(z.object({ id: z.string(), name: z.string() })),
          invitations: z.array(invitation),
          usage: z.object({ uploads: z.number(), recordings: z.number(), meetings: z.number() }),
          /** Null where the seats are not paid at Stripe. */
          payment: z.nullable(z.object({ subscription: z.nullable(subscription) })),
        }),
      ),
    }),
  ),
});
export type TeamAnswer = z.infer<typeof teamAnswer>;

/** Whether the mail left at once; if not, the sweep sends it. */
export const invitedAnswer = z.object({ sent: z.boolean() });
export const seatsAnswer = z.object({ seats: z.number() });
/** The page of the payment. */
export const orderedSeats = z.object({ url: z.string() });

/** The people who can open a meeting besides its creator. `team`: the creator's team; null where they are in none. */
export const visibilityAnswer = z.object({
  visibility: z.enum(VISIBILITIES),
  people: z.array(z.string()),
  team: z.nullable(z.string()),
  /** Of new meetings: what the team's default is, where it has one, and whether it applies because the person has not chosen. */
  ofTeam: z.optional(z.object({ visibility: z.enum(["private", "team"]), isUsed: z.boolean() })),
});
export type VisibilityAnswer = z.infer<typeof visibilityAnswer>;
