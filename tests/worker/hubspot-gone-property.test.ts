import { eq } from "drizzle-orm";
import { afterEach, expect, test, vi } from "vitest";
import { changeConnection } from "#app/server/connections/change-connections.ts";
import { connections } from "#app/server/db/schema-connections.ts";
import { playHubSpot } from "#tests/fakes/crm-server.ts";
import { connectHubSpot, crmMeeting, onConnectionBench } from "#tests/support/connection-bench.ts";
import { sessionActor } from "#tests/support/session-actor.ts";
import { signIn } from "#tests/support/sign-in.ts";
import { services } from "#tests/support/webhook-bench.ts";

/** A person has mapped a field to a property of contacts that somebody deletes at HubSpot afterwards. */
const SARA = "sara.lind@harbour.example";

afterEach(() => vi.restoreAllMocks());

test("minutes are sent, with the properties that are still there", async () => {
  const hubspot = playHubSpot();
  const sara = hubspot.addContact(SARA, "Sara", "Lind");
  const { userId } = await signIn();
  const id = await connectHubSpot(hubspot, userId);
  const properties = [
    { field: "summary", property: "deleted_since" },
    { field: "summary", property: "last_meeting_summary" },
  ];
  const change = { sends: "after-summary" as const, settings: { meeting: false, tasks: false, properties } };
  await changeConnection(services, sessionActor(userId), { connectionId: id, change });
  await services.db.update(connections).set({ previewedAt: 1, activeSince: 0 }).where(eq(connections.id, id));
  const meeting = crmMeeting(userId);
  await onConnectionBench({ userId, meetings: [meeting], people: [SARA] }, async ({ tell, finish, log }) => {
    await tell(meeting.reported.meetId);
    await finish();
    expect(log(meeting.reported.meetId)).toMatchObject([{ state: "sent" }]);
  });
  expect(hubspot.all("notes")).toHaveLength(1);
  expect(sara.properties).toMatchObject({ last_meeting_summary: "Twelve posts <go>." });
  expect(sara.properties).not.toHaveProperty("deleted_since");
});
