import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { meetingPayload } from "#app/contracts/recording/upload.ts";
import { readUsage } from "#app/server/usage/usage-ledger.ts";
import type { Caller } from "#app/server/identity/session.ts";
import { openDatabase } from "#app/server/db/database.ts";
import { meetingClaims, meetings } from "#app/server/db/schema.ts";
import { startUpload } from "#app/server/meetings/start-upload.ts";
import { UpstreamError } from "#app/server/ports/upstream-error.ts";
import type { Services } from "#app/server/services.ts";
import { composeServices } from "#workers/compose.ts";
import type { Env } from "#workers/config.ts";
import { meetingPayload as payload } from "#tests/support/meeting-payload.ts";
import { sessionActor } from "#tests/support/session-actor.ts";
import { signIn } from "#tests/support/sign-in.ts";
import { replacing } from "#tests/support/replacing.ts";

const db = openDatabase(env.DB);
const services = composeServices(env as unknown as Env, () => undefined);

async function person(): Promise<Caller> {
  const { userId } = await signIn();
  const user = {
    id: userId,
    name: "Nora Puig",
    email: null,
    plan: "free",
    locale: "en",
    timeZone: "Europe/Madrid",
    isTimeZoneChosen: false,
    defaultTemplateId: null,
    meetingLanguage: null,
    waitMinutes: 20,
    recordsPicture: true,
    onboarded: true,
    provider: "google",
  } as const;
  return { actor: sessionActor(userId), user };
}

const down = () => Promise.reject(new UpstreamError({ service: "r2", retryable: true }));

test.each<[string, Partial<Services>]>([
  ["the birth note", { store: { ...services.store, put: down } }],
  ["the meeting", { meetings: replacing(services.meetings, { begin: down }) }],
  ["the signature", { presigner: { ...services.presigner, presignPut: down } }],
])("a submit that fails at %s weighs nothing, and goes on when it is sent again", async (_name, broken) => {
  const caller = await person();
  const { user } = caller;
  const submit = meetingPayload.parse(payload({ submissionId: "halfway-0001" }));
  await expect(startUpload({ ...services, ...broken }, caller, submit)).rejects.toThrow("r2 failed");
  expect((await readUsage(db, user.id, Date.now())).uploads).toBe(0);

  const [claim] = await db.select().from(meetingClaims).where(eq(meetingClaims.createdBy, user.id));
  const again = await startUpload(services, caller, submit);
  expect(again).toMatchObject({ ok: true, value: { meetId: claim?.meetId } });
  expect((await readUsage(db, user.id, Date.now())).uploads).toBe(1);
  expect(await db.select().from(meetings).where(eq(meetings.createdBy, user.id))).toHaveLength(1);
});

test("the birth note is there before the list knows the meeting", async () => {
  const caller = await person();
  const { user } = caller;
  let listed: number | null = null;
  const store = {
    ...services.store,
    put: async (...input: Parameters<Services["store"]["put"]>) => {
      listed = (await db.select().from(meetings).where(eq(meetings.createdBy, user.id))).length;
      return services.store.put(...input);
    },
  };
  expect((await startUpload({ ...services, store }, caller, meetingPayload.parse(payload()))).ok).toBe(true);
  expect(listed).toBe(0);
});

test("a meeting keeps the zone it was planned in; one that is not known gives way to the person's own", async () => {
  for (const [timeZone, kept] of [
    ["America/Bogota", "America/Bogota"],
    ["Mars/Olympus", "Europe/Madrid"],
    [undefined, "Europe/Madrid"],
  ] as const) {
    const caller = await person();
    const { user } = caller;
    expect((await startUpload(services, caller, meetingPayload.parse(payload({ timeZone })))).ok).toBe(true);
    expect(await db.select().from(meetings).where(eq(meetings.createdBy, user.id))).toMatchObject([{ timeZone: kept }]);
  }
});
