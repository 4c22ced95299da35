/**
 * Every place where Acta stores something about a person, with the rule for "Download everything" and for "Delete account". A test
 * compares the lists with the database, the keys of the bucket, the Durable Object classes and the browser's stores, so that a new
 * place cannot be forgotten.
 */
export type PlaceRule = {
  /**
   * Its place in a person's archive.
   * - `account`: in `account.json`.
   * - `meeting`: in the folder of a meeting.
   * - `none`: it is derived from exported data, or it is a secret or a number of ours that says nothing about the person.
   */
  exported: "account" | "meeting" | "none";
  /**
   * The fate of its content when the account is deleted.
   * - `with-meeting`: the deletion of each meeting removes it.
   * - `with-account`: a step of the deletion removes it.
   * - `unnamed`: the row stays as a tombstone of random ids that belong to nobody.
   * - `expires`: it does not name the person and is removed by time; `note` says when.
   * - `browser`: it is on the person's device only; `note` says when it goes.
   */
  deleted: "with-meeting" | "with-account" | "unnamed" | "expires" | "browser";
  /** The reason, where the two words do not say it. */
  note?: string;
};

const inAccount: PlaceRule = { exported: "account", deleted: "with-account" };
const ofMeeting: PlaceRule = { exported: "meeting", deleted: "with-meeting" };

/** The tables of D1, by their SQL names. */
export const TABLE_RULES: Readonly<Record<string, PlaceRule>> = {
  users: inAccount,
  workspaces: inAccount,
  members: inAccount,
  identities: inAccount,
  sessions: { ...inAccount, note: "The export leaves out the hash, which is a secret." },
  session_streams: { exported: "none", deleted: "with-account", note: "Which meetings are open in which session." },
  sign_in_attempts: { exported: "none", deleted: "expires", note: "Names no person; ten minutes after it began." },
  meetings: {
    exported: "meeting",
    deleted: "unnamed",
    note: "A team keeps what its creator has shown to it; where they left before, with the random id of their account.",
  },
  meeting_counts: { exported: "none", deleted: "with-account", note: "Derived from the meetings." },
  list_changes: { exported: "none", deleted: "with-meeting", note: "What lists have still to take." },
  list_repairs: {
    exported: "none",
    deleted: "with-meeting",
    note: "Ids of what lists have still to take; gone with the next sweep.",
  },
  meeting_tasks: { exported: "none", deleted: "with-meeting", note: "Derived from the minutes." },
  meeting_chats: {
    exported: "none",
    deleted: "with-account",
    note: "The meetings that a person has asked about. The conversations themselves are exported and deleted.",
  },
  meeting_claims: { exported: "none", deleted: "with-meeting", note: "Makes a submit unique." },
  usage_ledger: inAccount,
  usage_counts: { exported: "none", deleted: "with-account", note: "Derived from the usage ledger." },
  unfinished_uploads: { exported: "account", deleted: "with-meeting" },
  landed_parts: { exported: "none", deleted: "with-meeting", note: "Numbers of an unfinished upload." },
  share_links: {
    exported: "account",
    deleted: "with-meeting",
    note: "The address cannot be told from the row. One of a meeting that a team keeps goes to another administrator.",
  },
  clips: {
    exported: "account",
    deleted: "with-meeting",
    note: "Title and times; words and sound are the meeting's. The address cannot be told from the row. One of a meeting that a team keeps goes to another administrator.",
  },
  deleted_clips: {
    exported: "none",
    deleted: "expires",
    note: "Random ids of clips that are gone, until the next sweep has removed the plans of their files.",
  },
  mail_preferences: inAccount,
  mail_addresses: { ...inAccount, note: "The export leaves out the hash of a link, which is a secret." },
  proven_addresses: inAccount,
  typed_mails: {
    exported: "none",
    deleted: "expires",
    note: "A keyed hash of an address that was mailed, and the random id of the sender: a day, for the limit of mails.",
  },
  stopped_addresses: {
    exported: "none",
    deleted: "unnamed",
    note: "A keyed hash of an address that wants no follow-ups. It stays, because its reader may have no account.",
  },
  series_follow_ups: {
    ...inAccount,
    note: "Series whose follow-ups go by themselves, with the addresses; a year after the last follow-up at the longest.",
  },
  identity_uses: {
    exported: "none",
    deleted: "expires",
    note: "A keyed hash of a sign-in of a deleted account with the number of its free meetings: a year, so that the free limit holds.",
  },
  audit_events: inAccount,
  retention_defaults: inAccount,
  account_deletions: {
    exported: "none",
    deleted: "expires",
    note: "The deletion itself, with the address for its receipt: gone 24 hours after the deletion at the latest.",
  },
  templates: {
    ...inAccount,
    note: "One that is a team's stays with it, under another administrator; where its creator left before, with the random id of their account. So do its versions and links.",
  },
  template_versions: { ...inAccount, note: "Go with their template." },
  saved_fields: inAccount,
  folders: { ...inAccount, note: "A team's folders stay with it until it ends; no member is named." },
  meeting_tags: { ...inAccount, note: "They go with their meeting." },
  folder_rules: { ...inAccount, note: "The domain, address or title for which new meetings are put into a folder." },
  new_meeting_folders: {
    exported: "none",
    deleted: "with-account",
    note: "Random ids of a meeting and its folder, until the meeting is listed; goes with either.",
  },
  own_words: { ...inAccount, note: "A team's names and terms stay with it until it ends; no member is named." },
  voice_memories: inAccount,
  voice_profiles: {
    ...inAccount,
    note: "Biometric data of people who agreed. Seen by the person who saved them only; deleted at a time that this person chose, too.",
  },
  template_shares: { ...inAccount, note: "The address cannot be told from the row. They go with their template." },
  template_claims: {
    exported: "none",
    deleted: "with-account",
    note: "A meeting and its template, until it is listed.",
  },
  calendar_accounts: { ...inAccount, note: "Tokens and addresses of feeds are in the account's object, encrypted." },
  calendars: inAccount,
  calendar_preferences: inAccount,
  calendar_endings: {
    exported: "none",
    deleted: "expires",
    note: "The random id of an account that has ended, until its provider has taken its token back; names no person. Six hours at the most.",
  },
  calendar_consents: {
    exported: "none",
    deleted: "with-account",
    note: "A started consent; ten minutes after it began.",
  },
  api_keys: { ...inAccount, note: "The export leaves out the hash, which is a secret." },
  api_submits: { exported: "none", deleted: "with-account", note: "Hashes of calls by a key; a day after each." },
  oauth_clients: {
    exported: "none",
    deleted: "expires",
    note: "Apps as they registered themselves; names no person. A day later unless somebody allows it, or 180 days after.",
  },
  oauth_grants: inAccount,
  oauth_tokens: { exported: "none", deleted: "with-account", note: "Hashes of the tokens of connected apps." },
  teams: { ...inAccount, note: "Goes with its last member." },
  team_invitations: {
    ...inAccount,
    note: "Those that the person sent. The export leaves out the hash of the link, which is a secret.",
  },
  meeting_visibility: {
    exported: "account",
    deleted: "with-meeting",
    note: "Of a meeting that a team keeps: stands under another administrator.",
  },
  meeting_guests: { exported: "account", deleted: "with-meeting", note: "Addresses that a meeting is visible to." },
  team_index_changes: {
    exported: "none",
    deleted: "expires",
    note: "Ids of a team and a meeting, until the team's search index has read or removed the meeting: seconds, ten minutes at most as a rule.",
  },
  visibility_defaults: inAccount,
  team_moves: {
    exported: "none",
    deleted: "expires",
    note: "Ids of a meeting on its way to another workspace; gone when it has arrived.",
  },
  plan_holds: { ...inAccount, note: "The export leaves out the hash of a code, which is a secret." },
  billing_customers: {
    ...inAccount,
    note: "The person’s data at Stripe and their invoices stay there, as the law asks.",
  },
  billing_leavers: {
    exported: "none",
    deleted: "expires",
    note: "Hash of the address of an administrator who left; gone when the team’s customer at Stripe has another one, as a rule at once.",
  },
  subscriptions: { ...inAccount, note: "Ended at Stripe before the row goes." },
  checkouts: {
    ...inAccount,
    note: "The export leaves out the address of a page that can be paid. Those of a team that goes on stand under another administrator.",
  },
  subscription_reads: { exported: "none", deleted: "with-account", note: "A counter that orders readings of Stripe." },
  stripe_events: { exported: "none", deleted: "with-account", note: "Ids of notifications; 60 days at the longest." },
  insider_codes: { exported: "none", deleted: "expires", note: "Names no person; the operator’s." },
  webhooks: { ...inAccount, note: "The export leaves out the secrets. The log is in the workspace's object." },
  feeds: { ...inAccount, note: "The export leaves out the hash of the address, which is a secret." },
  weekly_digests: { exported: "none", deleted: "with-account", note: "When the next digest is due." },
  connections: {
    ...inAccount,
    note: "The export leaves out the tokens, which are given back where that is possible. The log is in the workspace's object.",
  },
  sent_tasks: {
    exported: "none",
    deleted: "with-account",
    note: "Ids of tasks at a service with their addresses and states; they go with their connection or their meeting. The tasks themselves stay there.",
  },
  connection_consents: {
    exported: "none",
    deleted: "with-account",
    note: "A started consent; ten minutes after it began.",
  },
  recorded_notices: { exported: "none", deleted: "with-meeting", note: "A code and the ids that it stands for." },
};

/** The first part of each key in the bucket. */
export const PREFIX_RULES: Readonly<Record<string, PlaceRule>> = {
  "recordings/": {
    ...ofMeeting,
    note: "One that another person's meeting uses stays. Voices of its windows are derived from the sound: they are not exported, and go with its text. Plans of clips (where packets lie) go with it, with the clip and with its meeting.",
  },
  "meetings/": { ...ofMeeting, note: "Birth note and PDFs." },
  "calls/": {
    exported: "none",
    deleted: "expires",
    note: "Random ids of a call and its object; names no person. Stays, so that a late recorder is told that the call is over.",
  },
  "outbox/": {
    exported: "none",
    deleted: "expires",
    note: "On one machine only (npm start): mails that were sent to nobody, until its data folder is removed.",
  },
};

/** The classes of Durable Objects. */
export const OBJECT_RULES: Readonly<Record<string, PlaceRule>> = {
  MeetingObject: { ...ofMeeting, note: "Ids stay, so that no late event brings the meeting back." },
  CallObject: {
    exported: "none",
    deleted: "with-meeting",
    note: "Sound and people of a call, or of a recording in the person’s browser, until its meetings have them.",
  },
  CalendarAccountObject: {
    exported: "none",
    deleted: "with-account",
    note: "The events of D1 with their links and guests, and the encrypted token, which is given back where that is possible. Only a token that its provider does not take stays after the account, encrypted, for six hours at the most.",
  },
  WorkspaceObject: {
    exported: "account",
    deleted: "with-account",
    note: "Questions to all meetings with their answers, exported in questions.json; a line goes with its meeting. Follow-ups: their words until they are sent, and the addresses that got them, exported in follow-ups.json, for a year or until the meeting goes. The events of the calendars, a copy of the window that is joined, exported in account.json; disconnecting removes them too. Else the search index, and ids: of events, of mails and their reasons and of deliveries with their links. A mark stays that refuses late events.",
  },
};

/** Stores of the browser: a cookie by its name, private files by their folder, any other store by the beginning of its keys. */
export type BrowserRule = PlaceRule & { store: "cookie" | "localStorage" | "sessionStorage" | "files" };
export const BROWSER_RULES: Readonly<Record<string, BrowserRule>> = {
  "acta-session": { store: "cookie", exported: "none", deleted: "with-account", note: "A secret; its session ends." },
  "acta-attempt": { store: "cookie", exported: "none", deleted: "browser", note: "Ten minutes after a sign-in began." },
  locale: { store: "cookie", exported: "none", deleted: "browser", note: "A language; after a year." },
  tz: { store: "cookie", exported: "none", deleted: "browser", note: "A time zone; after a year." },
  theme: { store: "cookie", exported: "none", deleted: "browser", note: "Light or dark; after a year." },
  menu: { store: "cookie", exported: "none", deleted: "browser", note: "A width; after a year." },
  "acta.player": { store: "localStorage", exported: "none", deleted: "browser", note: "Settings of the player." },
  "acta.positions": {
    store: "localStorage",
    exported: "none",
    deleted: "browser",
    note: "Random ids of meetings and times; removed when the account is deleted in this browser.",
  },
  "acta.uploadLanguage": { store: "localStorage", exported: "none", deleted: "browser", note: "A language." },
  "acta.parts.": {
    store: "localStorage",
    exported: "none",
    deleted: "browser",
    note: "Parts of an upload; removed with it, and when the account is deleted in this browser.",
  },
  "acta.searches": {
    store: "localStorage",
    exported: "none",
    deleted: "browser",
    note: "The last eight searches; removed at sign-in, and when the account is deleted in this browser.",
  },
  "acta.template-drafts": {
    store: "localStorage",
    exported: "none",
    deleted: "browser",
    note: "Templates that are not saved yet, with the person's id; removed at sign-out, for another person, and when the account is deleted in this browser.",
  },
  "analytics-session": {
    store: "localStorage",
    exported: "none",
    deleted: "browser",
    note: "A random id and a time that name nobody; a new id after 30 minutes without an action, none with Do Not Track.",
  },
  "acta.reloaded": {
    store: "sessionStorage",
    exported: "none",
    deleted: "browser",
    note: "A mark; goes with the tab.",
  },
  "acta-edit-": { store: "sessionStorage", exported: "none", deleted: "browser", note: "A draft; goes with the tab." },
  "acta-here": {
    store: "files",
    exported: "none",
    deleted: "browser",
    note: "Sound of recordings made in this browser, until the server has it, in a folder of the person's id; seven days after each began, and when the account is deleted in this browser. Another account never reads it.",
  },
};

/** Beginnings of keys that the browser removes when its account is deleted. */
export const FORGOTTEN_KEYS: readonly string[] = [
  "acta.positions",
  "acta.parts.",
  "acta.searches",
  "acta.template-drafts",
  "analytics-session",
  "acta-edit-",
];
