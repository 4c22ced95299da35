/**
 * The lists of a workspace in its object: tables of the names and columns that D1 has or had (app/server/db/schema.ts), with an index for each
 * filter in each order, so that a page reads the rows that it shows (decision 054). Deleted meetings are not here. A test compares the columns.
 */
const LISTED = "archived_at IS NULL";
const OWNED = "workspace_id, created_by";

const FILTERS = {
  group: "status_group",
  role: "role",
  language: "language",
  kind: "source_kind",
  platform: "platform",
  template: "template_id",
};

const filterIndexes = Object.entries(FILTERS).flatMap(([name, column]) => [
  `CREATE INDEX meetings_${name}_starts ON meetings (${OWNED}, ${column}, starts_at, id) WHERE ${LISTED}`,
  `CREATE INDEX meetings_${name}_title ON meetings (${OWNED}, ${column}, title_key, id) WHERE ${LISTED}`,
]);

/** Rows are written anew and never updated (app/server/workspace/take-list-changes.ts), so that inserts and deletes are counted. */
export const LIST_TABLES: readonly string[] = [
  `CREATE TABLE meetings (
    id TEXT PRIMARY KEY NOT NULL,
    workspace_id TEXT NOT NULL,
    created_by TEXT NOT NULL,
    role TEXT NOT NULL,
    title TEXT NOT NULL,
    starts_at INTEGER NOT NULL,
    time_zone TEXT NOT NULL,
    language TEXT NOT NULL,
    template_id TEXT,
    source TEXT NOT NULL,
    platform TEXT,
    lobby_state TEXT,
    duration_ms INTEGER,
    participants INTEGER,
    status TEXT NOT NULL,
    reason TEXT,
    recording_id TEXT,
    recognised_ms INTEGER NOT NULL,
    wanted_ms INTEGER NOT NULL,
    task_count INTEGER,
    open_tasks INTEGER NOT NULL,
    people TEXT NOT NULL,
    awaits_model INTEGER NOT NULL,
    title_key TEXT NOT NULL,
    status_group TEXT GENERATED ALWAYS AS (CASE
      WHEN status = 'SUMMARIZED' THEN 'completed'
      WHEN status IN ('ERROR_RECORDED', 'ERROR_TRANSCRIPT', 'ERROR_SUMMARY') THEN 'error'
      WHEN status IN ('SCHEDULE', 'TORECORD') THEN 'initiating'
      WHEN status = 'REJECTED' THEN 'rejected'
      WHEN status = 'SKIPPED_SUMMARY' THEN 'skipped'
      ELSE 'working' END) VIRTUAL,
    source_kind TEXT GENERATED ALWAYS AS (CASE source WHEN 'upload' THEN 'upload' ELSE 'call' END) VIRTUAL,
    sequence INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    changed_at INTEGER NOT NULL,
    deleted_at INTEGER,
    merged_into TEXT,
    series_key TEXT,
    folder_id TEXT,
    archived_at INTEGER
  )`,
  // By an expression, because for columns SQLite takes this index for other lists, too, and then reads all rows of a person.
  "CREATE INDEX meetings_changed ON meetings (workspace_id || ' ' || created_by, changed_at, id)",
  `CREATE INDEX meetings_series ON meetings (${OWNED}, series_key, starts_at) WHERE series_key IS NOT NULL AND status = 'SUMMARIZED'`,
  // Few at any time: Home lists them, and they share their group with all planned meetings.
  `CREATE INDEX meetings_joining ON meetings (${OWNED}, starts_at, id) WHERE status = 'TORECORD'`,
  `CREATE INDEX meetings_listed_starts ON meetings (${OWNED}, starts_at, id) WHERE ${LISTED}`,
  `CREATE INDEX meetings_listed_title ON meetings (${OWNED}, title_key, id) WHERE ${LISTED}`,
  `CREATE INDEX meetings_archived_starts ON meetings (${OWNED}, starts_at, id) WHERE archived_at IS NOT NULL`,
  `CREATE INDEX meetings_archived_title ON meetings (${OWNED}, title_key, id) WHERE archived_at IS NOT NULL`,
  ...filterIndexes,
  `CREATE TABLE meeting_people (
    meet_id TEXT NOT NULL,
    person_key TEXT NOT NULL,
    name TEXT NOT NULL,
    workspace_id TEXT NOT NULL,
    created_by TEXT NOT NULL,
    starts_at INTEGER NOT NULL,
    title_key TEXT NOT NULL,
    PRIMARY KEY (meet_id, person_key)
  )`,
  `CREATE INDEX meeting_people_starts ON meeting_people (${OWNED}, person_key, starts_at, meet_id)`,
  `CREATE INDEX meeting_people_title ON meeting_people (${OWNED}, person_key, title_key, meet_id)`,
  `CREATE TABLE meeting_tags (
    meet_id TEXT NOT NULL,
    tag_key TEXT NOT NULL,
    tag TEXT NOT NULL,
    workspace_id TEXT NOT NULL,
    created_by TEXT NOT NULL,
    starts_at INTEGER NOT NULL,
    title_key TEXT NOT NULL,
    PRIMARY KEY (meet_id, tag_key)
  )`,
  `CREATE INDEX meeting_tags_starts ON meeting_tags (${OWNED}, tag_key, starts_at, meet_id)`,
  `CREATE INDEX meeting_tags_title ON meeting_tags (${OWNED}, tag_key, title_key, meet_id)`,
  `CREATE TABLE meeting_tasks (
    meet_id TEXT NOT NULL,
    task_id TEXT NOT NULL,
    position INTEGER NOT NULL,
    workspace_id TEXT NOT NULL,
    created_by TEXT NOT NULL,
    text TEXT NOT NULL,
    description TEXT,
    assigned TEXT,
    assigned_key TEXT NOT NULL,
    deadline TEXT,
    due_day TEXT NOT NULL,
    done INTEGER NOT NULL,
    start_ms INTEGER,
    unconfirmed INTEGER NOT NULL,
    PRIMARY KEY (meet_id, task_id)
  )`,
  `CREATE INDEX meeting_tasks_due ON meeting_tasks (${OWNED}, done, due_day, meet_id, task_id)`,
  `CREATE INDEX meeting_tasks_assigned_due ON meeting_tasks (${OWNED}, assigned_key, done, due_day, meet_id, task_id)`,
  `CREATE TABLE meeting_counts (
    workspace_id TEXT NOT NULL,
    created_by TEXT NOT NULL,
    status_group TEXT NOT NULL,
    count INTEGER NOT NULL,
    duration_ms INTEGER NOT NULL,
    PRIMARY KEY (workspace_id, created_by, status_group)
  )`,
  `CREATE TABLE template_counts (
    workspace_id TEXT NOT NULL,
    created_by TEXT NOT NULL,
    template_id TEXT NOT NULL,
    count INTEGER NOT NULL,
    PRIMARY KEY (workspace_id, created_by, template_id)
  )`,
  `CREATE TRIGGER meeting_counts_insert AFTER INSERT ON meetings WHEN NEW.merged_into IS NULL AND NEW.archived_at IS NULL
  BEGIN
    INSERT INTO meeting_counts (workspace_id, created_by, status_group, count, duration_ms)
    VALUES (NEW.workspace_id, NEW.created_by, NEW.status_group, 1, coalesce(NEW.duration_ms, 0))
    ON CONFLICT (workspace_id, created_by, status_group)
    DO UPDATE SET count = count + 1, duration_ms = duration_ms + excluded.duration_ms;
  END`,
  `CREATE TRIGGER meeting_counts_delete AFTER DELETE ON meetings WHEN OLD.merged_into IS NULL AND OLD.archived_at IS NULL
  BEGIN
    UPDATE meeting_counts SET count = count - 1, duration_ms = duration_ms - coalesce(OLD.duration_ms, 0)
    WHERE workspace_id = OLD.workspace_id AND created_by = OLD.created_by AND status_group = OLD.status_group;
  END`,
  `CREATE TRIGGER template_counts_insert AFTER INSERT ON meetings
  BEGIN
    INSERT INTO template_counts (workspace_id, created_by, template_id, count)
    VALUES (NEW.workspace_id, NEW.created_by, coalesce(NEW.template_id, ''), 1)
    ON CONFLICT (workspace_id, created_by, template_id) DO UPDATE SET count = count + 1;
  END`,
  `CREATE TRIGGER template_counts_delete AFTER DELETE ON meetings
  BEGIN
    UPDATE template_counts SET count = count - 1
    WHERE workspace_id = OLD.workspace_id AND created_by = OLD.created_by AND template_id = coalesce(OLD.template_id, '');
  END`,
  // The change of D1 with which each meeting was last written or removed.
  "CREATE TABLE list_taken (meet_id TEXT PRIMARY KEY, position INTEGER NOT NULL)",
  "CREATE INDEX list_taken_position ON list_taken (position)",
  // A row once D1's meetings have been taken over.
  "CREATE TABLE list_state (id INTEGER PRIMARY KEY CHECK (id = 1), is_built INTEGER NOT NULL)",
];

/** The events of the person's calendars (decision 234). The account objects write them (app/server/calendars/project-events.ts). */
export const EVENT_TABLES: readonly string[] = [
  `CREATE TABLE calendar_events (
    id TEXT PRIMARY KEY NOT NULL,
    account_id TEXT NOT NULL,
    calendar_id TEXT NOT NULL,
    user_id TEXT NOT NULL,
    event_key TEXT NOT NULL,
    title TEXT NOT NULL,
    starts_at INTEGER NOT NULL,
    ends_at INTEGER NOT NULL,
    is_all_day INTEGER NOT NULL,
    is_private INTEGER NOT NULL,
    is_tentative INTEGER NOT NULL,
    is_organiser INTEGER NOT NULL,
    is_said_organiser INTEGER NOT NULL,
    is_visible INTEGER NOT NULL,
    platform TEXT,
    room_key TEXT,
    joins INTEGER NOT NULL,
    reason TEXT NOT NULL,
    switched INTEGER,
    meet_id TEXT
  )`,
  "CREATE INDEX calendar_events_user_starts ON calendar_events (user_id, starts_at)",
  "CREATE INDEX calendar_events_key ON calendar_events (user_id, event_key)",
  "CREATE INDEX calendar_events_account ON calendar_events (account_id, calendar_id)",
  "CREATE INDEX calendar_events_meeting ON calendar_events (meet_id) WHERE meet_id IS NOT NULL",
];

/** Decision 239: whose each shown meeting is, so that a team's lists say at once whether others show one; and the folding of the keys. */
export const LIST_ADDITIONS: readonly string[] = [
  "ALTER TABLE shown_meetings ADD COLUMN workspace_id TEXT NOT NULL DEFAULT ''",
  "ALTER TABLE shown_meetings ADD COLUMN created_by TEXT NOT NULL DEFAULT ''",
  `UPDATE shown_meetings SET (workspace_id, created_by) = (
    SELECT workspace_id, created_by FROM meetings WHERE meetings.id = shown_meetings.meet_id)
   WHERE meet_id IN (SELECT id FROM meetings)`,
  "ALTER TABLE list_state ADD COLUMN folding INTEGER NOT NULL DEFAULT 0",
  "CREATE INDEX shown_meetings_owner ON shown_meetings (created_by, workspace_id)",
  // Recordings of a browser that are not finished: few at any time.
  `CREATE INDEX meetings_here ON meetings (workspace_id, created_by, starts_at)
   WHERE platform = 'here' AND status IN ('TORECORD', 'RECORDING')`,
];

/** For meetings of several people in the lists of a team, and for folders (decision 236). */
export const TEAM_LIST_TABLES: readonly string[] = [
  // The meetings that all members of the team see.
  "CREATE TABLE shown_meetings (meet_id TEXT PRIMARY KEY NOT NULL)",
  // 0: the meeting came without its tasks and people. Null: it is not here any more.
  "ALTER TABLE list_taken ADD COLUMN has_content INTEGER",
  "UPDATE list_taken SET has_content = 1 WHERE meet_id IN (SELECT id FROM meetings)",
  "CREATE INDEX list_taken_lacking ON list_taken (meet_id) WHERE has_content = 0",
  // By expressions, because for columns SQLite takes these indexes for other lists, too, and then reads all rows.
  "CREATE INDEX meetings_all_starts ON meetings (starts_at + 0, id)",
  "CREATE INDEX meetings_all_title ON meetings (title_key || '', id)",
  "CREATE INDEX meetings_folder_starts ON meetings (folder_id, starts_at, id) WHERE folder_id IS NOT NULL",
  "CREATE INDEX meetings_folder_title ON meetings (folder_id, title_key, id) WHERE folder_id IS NOT NULL",
  "CREATE INDEX meeting_tasks_all_due ON meeting_tasks (done + 0, due_day, meet_id, task_id)",
  "CREATE INDEX meeting_tasks_all_assigned ON meeting_tasks (assigned_key, done, due_day, meet_id, task_id)",
  // Built again when they are next read: what is there stays, what is shown to a team comes, and D1 loses what lists have.
  "DELETE FROM list_state",
];
