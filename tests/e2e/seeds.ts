import { createHash, randomBytes } from "node:crypto";
import { END_REASONS, MEETING_STATUSES } from "#app/domain/meeting/status.ts";
import { localSignIn } from "#tests/support/local-sign-in.ts";
import { runSql, type SeedMeeting, seedMeetings } from "#tests/support/seed-meetings.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

const LONG =
  "Quarterly coordination between the therapists and the administration about the paper diary, the importer, the notes field and all that was left open in spring";
const UNBROKEN = "https://intranet.example/meetings/coordination_of_the_pilot_without_any_space_in_it_at_all_v2_final";

/** Number of old meetings besides one of each status: three pages of history. */
export const OLD_MEETINGS = 45;

/** Claire: a meeting of every status, some with very long titles, and 45 older ones. */
export async function filledHome(where = ofTheBrowserTests()): Promise<void> {
  const now = Date.now();
  const ofEachStatus = MEETING_STATUSES.map((status, index): SeedMeeting => {
    const isError = status.startsWith("ERROR") || status === "SKIPPED_SUMMARY";
    return {
      id: seedId("ca", index),
      title: [`Status ${status}`, LONG, UNBROKEN][index % 3] ?? status,
      status,
      startsAt: now - index * HOUR_MS,
      ...(isError ? { reason: END_REASONS[index % END_REASONS.length] } : {}),
      ...(status === "TRANSCRIBING" ? { recognisedMs: 31 * 60_000, wantedMs: 63 * 60_000 } : {}),
      ...(status === "SUMMARIZED" ? { taskCount: 12 } : {}),
      durationMs: index < 3 ? null : 63 * 60_000,
    };
  });
  const older = Array.from(
    { length: OLD_MEETINGS },
    (_, index): SeedMeeting => ({
      id: seedId("cb", index),
      title: `Older meeting ${index + 1}`,
      status: "SUMMARIZED",
      startsAt: now - (index + 1) * DAY_MS,
    }),
  );
  await seedFor(where, "claire", "claire.morel@clinica-girona.example", [...ofEachStatus, ...older]);
}

/** Claire's zone is unknown, as that of somebody who has just come. */
export async function forgetTimeZone({ stateDir } = ofTheBrowserTests()): Promise<void> {
  await runSql(stateDir, ["UPDATE users SET time_zone = 'UTC' WHERE email = 'claire.morel@clinica-girona.example'"]);
}

/** Lucía: one meeting of each group and one in work, in two languages, with two people. Deleted ones come back. */
export async function filledLibrary(where = ofTheBrowserTests()): Promise<void> {
  const startsAt = (days: number) => Date.now() - (400 + days) * DAY_MS;
  await seedFor(where, "lucia", "lucia@ferrer.example", [
    { id: seedId("ea", 0), title: "Budget", status: "SUMMARIZED", startsAt: startsAt(0), people: ["Aina Bosch"] },
    { id: seedId("ea", 1), title: "Àgora", status: "SUMMARIZED", startsAt: startsAt(1), language: "ca" },
    { id: seedId("ea", 2), title: "Refused", status: "REJECTED", reason: "denied", startsAt: startsAt(2) },
    {
      id: seedId("ea", 3),
      title: "Unheard",
      status: "ERROR_TRANSCRIPT",
      reason: "speech-unavailable",
      startsAt: startsAt(3),
    },
    { id: seedId("ea", 4), title: "Silence", status: "SKIPPED_SUMMARY", reason: "no-speech", startsAt: startsAt(4) },
    { id: IN_WORK, title: "In work", status: "TRANSCRIBING", startsAt: startsAt(5), people: ["Théo Müller"] },
  ]);
}

/** The meeting of the library that is in work. */
const IN_WORK = seedId("ea", 5);

/** The meeting in work is completed, as its object would say. */
export async function completeInWork({ stateDir } = ofTheBrowserTests()): Promise<void> {
  await runSql(stateDir, [`UPDATE meetings SET status = 'SUMMARIZED' WHERE id = '${IN_WORK}'`]);
}

/** Tomás: a row that no version of Acta writes. Reading it fails as an internal error does. */
export async function brokenHistory(where = ofTheBrowserTests()): Promise<void> {
  await seedFor(where, "tomas", "tomas.vidal@atelier-lyon.example", [
    { id: seedId("ta", 0), title: "Unreadable", status: "UNHEARD_OF", startsAt: Date.now() },
  ]);
}

/** A paid team of Clara's with Biel as its member. Both have signed in. */
export async function anotherTeam({ stateDir } = ofTheBrowserTests()): Promise<void> {
  const person = (name: string) => `(SELECT id FROM users WHERE email = '${name}@clinica-girona.example')`;
  const member = (name: string, role: string) =>
    `INSERT INTO members (workspace_id, user_id, role, joined_at) VALUES ('${OTHER_TEAM}', ${person(name)}, '${role}', 1)`;
  await runSql(stateDir, [
    `INSERT INTO workspaces (id, kind, created_at) VALUES ('${OTHER_TEAM}', 'team', 1)`,
    `INSERT INTO teams (workspace_id, name, created_at, activated_at) VALUES ('${OTHER_TEAM}', 'Agenda Clara', 1, 1)`,
    `INSERT INTO plan_holds (id, workspace_id, source, plan, seats, starts_at) VALUES ('${OTHER_TEAM}', '${OTHER_TEAM}', 'operator', 'team', 4, 1)`,
    member("clara.bosch", "owner"),
    member("biel.canals", "member"),
  ]);
}

const OTHER_TEAM = seedId("da", 0);

/** The address of the notice for people who are recorded in a meeting, as a bot announces it. */
export async function announcedNotice(meetId: string, { stateDir } = ofTheBrowserTests()): Promise<string> {
  const code = randomBytes(16).toString("base64url");
  const hash = createHash("sha256").update(code).digest("hex");
  const values = `('${hash}', '${meetId}', ${Date.now()})`;
  await runSql(stateDir, [`INSERT INTO recorded_notices (code_hash, meet_id, created_at) VALUES ${values}`]);
  return `/recorded/${code}`;
}

type RunningActa = { appOrigin: string; stateDir: string };

function ofTheBrowserTests(): RunningActa {
  const { ACTA_ORIGIN: appOrigin, ACTA_STATE_DIR: stateDir } = process.env;
  if (!appOrigin || !stateDir) throw new Error("ACTA_ORIGIN is not set: run through playwright.config.ts");
  return { appOrigin, stateDir };
}

async function seedFor(
  { appOrigin, stateDir }: RunningActa,
  person: string,
  email: string,
  meetings: readonly SeedMeeting[],
): Promise<void> {
  await localSignIn({ appOrigin, person, provider: person === "lucia" ? "google" : "microsoft" });
  await seedMeetings(stateDir, email, meetings);
}

function seedId(whose: string, number: number): string {
  return `${whose}${String(number).padStart(22, "0")}`;
}
