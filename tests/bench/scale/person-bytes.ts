/**
 * The rows of a person in D1 beside their meetings, for row-bytes.ts. Assumed: one way to sign in and two browsers, a confirmed address and two
 * mails switched, one calendar account with three calendars, of which the own one is joined. Their events are in the lists of their workspace.
 */
export const PEOPLE_COUNTED = 2000;

export const PERSON_TABLES = [
  "users",
  "workspaces",
  "members",
  "identities",
  "sessions",
  "mail_preferences",
  "mail_addresses",
  "proven_addresses",
  "calendar_accounts",
  "calendars",
];

const id = (bytes: number) => `lower(hex(randomblob(${bytes})))`;
const AT = "1790000000000";

export const PERSON_SEED = `
CREATE TEMP TABLE person AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${PEOPLE_COUNTED})
  SELECT i, ${id(12)} AS id, 'nora.ferrer.' || i || '@example.com' AS email, ${id(12)} AS account FROM n;
INSERT INTO users (id, name, email, email_verified, locale, time_zone, onboarded_at, terms_accepted_at, created_at)
  SELECT id, 'Nora Ferrer ' || i, email, 1, 'es', 'Europe/Madrid', ${AT}, ${AT}, ${AT} FROM person;
INSERT INTO workspaces (id, kind, created_at) SELECT id, 'personal', ${AT} FROM person;
INSERT INTO members (workspace_id, user_id, role, joined_at) SELECT id, id, 'owner', ${AT} FROM person;
INSERT INTO identities (provider, subject, user_id, email, created_at, last_used_at)
  SELECT 'google', '1' || abs(random()), id, email, ${AT}, ${AT} FROM person;
INSERT INTO sessions (id_hash, user_id, provider, created_at, last_seen_at, expires_at, device, time_zone, handle)
  SELECT ${id(32)}, person.id, 'google', ${AT}, ${AT}, ${AT} + i, 'Chrome on Windows', 'Europe/Madrid', ${id(12)} FROM person, json_each('[1,2]');
INSERT INTO mail_preferences (user_id, kind, enabled, changed_at) SELECT person.id, value, 1, ${AT} FROM person, json_each('["join-soon","series-brief"]');
INSERT INTO mail_addresses (user_id, email, confirmed_at, asked_at, expires_at, sends, sends_since, confirmed_hash)
  SELECT id, email, ${AT}, ${AT}, ${AT}, 1, ${AT}, ${id(32)} FROM person;
INSERT INTO proven_addresses (user_id, email, proven_at) SELECT id, email, ${AT} FROM person;
INSERT INTO calendar_accounts (id, user_id, workspace_id, provider, subject, name, state, synced_at, next_sync_at, created_at, join_at)
  SELECT account, id, id, 'google', '1' || abs(random()), email, 'ok', ${AT}, ${AT} + i, ${AT}, ${AT} + i FROM person;
INSERT INTO calendars (id, account_id, user_id, provider_calendar_id, name, is_primary, active, visible, joins, rule)
  SELECT ${id(12)}, account, person.id, iif(value = 1, email, ${id(26)} || '@group.calendar.google.com'), 'Calendar ' || value, value = 1, value = 1, 1, 1,
    '{"accepted":false,"guests":"any","skipTitles":[],"hours":null}' FROM person, json_each('[1,2,3]');
`;

/** The number of both that fit, at ten meetings a person. */
export function fitOf({ meeting, person, max }: { meeting: number; person: number; max: number }): string {
  const people = max / (person + 10 * meeting) / 1e6;
  const all = (1e6 * person + 10e6 * meeting) / 1e9;
  return `${people.toFixed(2)} million people with ten meetings each; a million with ten million take ${all.toFixed(1)} GB`;
}
