DROP INDEX `meeting_visibility_title`;--> statement-breakpoint
DROP INDEX `meetings_folder_starts`;--> statement-breakpoint
DROP INDEX `meetings_folder_title`;--> statement-breakpoint
CREATE INDEX `meetings_folder` ON `meetings` (`folder_id`) WHERE "meetings"."folder_id" is not null;--> statement-breakpoint
ALTER TABLE `list_changes` ADD `people` text;--> statement-breakpoint
-- Written by hand from here on. A change is noted for the lists of the meeting's workspace and for those of the team that sees it. A newer one replaces
-- the one before under a new position, and keeps the tasks and people that were not taken yet.
DROP TRIGGER `list_changes_insert`;--> statement-breakpoint
DROP TRIGGER `list_changes_update`;--> statement-breakpoint
DROP TRIGGER `list_changes_delete`;--> statement-breakpoint
DROP TRIGGER `list_changes_move`;--> statement-breakpoint
DROP TRIGGER `list_changes_tags_insert`;--> statement-breakpoint
DROP TRIGGER `list_changes_tags_delete`;--> statement-breakpoint
DROP TRIGGER `list_changes_shown`;--> statement-breakpoint
DROP TRIGGER `list_changes_shown_again`;--> statement-breakpoint
DROP TRIGGER `list_changes_hidden`;--> statement-breakpoint
CREATE TRIGGER `list_changes_insert` AFTER INSERT ON `meetings`
BEGIN
  INSERT INTO list_changes (workspace_id, meet_id, tasks, people)
  SELECT lists.id, NEW.id, noted.tasks, noted.people
  FROM (SELECT NEW.workspace_id AS id
    UNION SELECT team_id FROM meeting_visibility WHERE meet_id = NEW.id AND team_id IS NOT NULL) AS lists
  LEFT JOIN list_changes AS noted ON noted.meet_id = NEW.id AND noted.workspace_id = lists.id;
  DELETE FROM list_changes WHERE meet_id = NEW.id AND position < (SELECT max(position) FROM list_changes AS later
    WHERE later.meet_id = NEW.id AND later.workspace_id = list_changes.workspace_id);
END;--> statement-breakpoint
-- Not of the columns that D1 keeps for meetings that name people only: they come and go with what lists have. Tombstones of a deleted account belong to
-- nobody, and nothing stays of the tasks of a deleted meeting.
CREATE TRIGGER `list_changes_update` AFTER UPDATE OF `workspace_id`, `created_by`, `role`, `title`, `starts_at`, `time_zone`, `language`, `template_id`, `source`, `platform`, `lobby_state`, `duration_ms`, `participants`, `status`, `reason`, `recording_id`, `recognised_ms`, `wanted_ms`, `task_count`, `open_tasks`, `awaits_model`, `sequence`, `created_at`, `updated_at`, `changed_at`, `deleted_at`, `merged_into`, `series_key`, `folder_id`, `archived_at`
ON `meetings` WHEN NEW.workspace_id <> ''
BEGIN
  INSERT INTO list_changes (workspace_id, meet_id, tasks, people)
  SELECT lists.id, NEW.id, CASE WHEN NEW.deleted_at IS NULL THEN noted.tasks END, CASE WHEN NEW.deleted_at IS NULL THEN noted.people END
  FROM (SELECT NEW.workspace_id AS id
    UNION SELECT team_id FROM meeting_visibility WHERE meet_id = NEW.id AND team_id IS NOT NULL) AS lists
  LEFT JOIN list_changes AS noted ON noted.meet_id = NEW.id AND noted.workspace_id = lists.id;
  DELETE FROM list_changes WHERE meet_id = NEW.id AND position < (SELECT max(position) FROM list_changes AS later
    WHERE later.meet_id = NEW.id AND later.workspace_id = list_changes.workspace_id);
END;--> statement-breakpoint
CREATE TRIGGER `list_changes_delete` AFTER DELETE ON `meetings`
BEGIN
  INSERT INTO list_changes (workspace_id, meet_id)
  SELECT OLD.workspace_id, OLD.id
  UNION SELECT team_id, OLD.id FROM meeting_visibility WHERE meet_id = OLD.id AND team_id IS NOT NULL;
  DELETE FROM list_changes WHERE meet_id = OLD.id AND position < (SELECT max(position) FROM list_changes AS later
    WHERE later.meet_id = OLD.id AND later.workspace_id = list_changes.workspace_id);
END;--> statement-breakpoint
-- The lists that a meeting leaves; those that it comes to are noted with its row.
CREATE TRIGGER `list_changes_move` AFTER UPDATE OF `workspace_id` ON `meetings` WHEN OLD.workspace_id <> NEW.workspace_id
BEGIN
  INSERT INTO list_changes (workspace_id, meet_id) VALUES (OLD.workspace_id, OLD.id);
  DELETE FROM list_changes WHERE meet_id = OLD.id AND position < (SELECT max(position) FROM list_changes AS later
    WHERE later.meet_id = OLD.id AND later.workspace_id = list_changes.workspace_id);
END;--> statement-breakpoint
CREATE TRIGGER `list_changes_tags_insert` AFTER INSERT ON `meeting_tags`
BEGIN
  INSERT INTO list_changes (workspace_id, meet_id, tasks, people)
  SELECT lists.id, NEW.meet_id, noted.tasks, noted.people
  FROM (SELECT NEW.workspace_id AS id) AS lists
  LEFT JOIN list_changes AS noted ON noted.meet_id = NEW.meet_id AND noted.workspace_id = lists.id;
  DELETE FROM list_changes WHERE meet_id = NEW.meet_id AND position < (SELECT max(position) FROM list_changes AS later
    WHERE later.meet_id = NEW.meet_id AND later.workspace_id = list_changes.workspace_id);
END;--> statement-breakpoint
CREATE TRIGGER `list_changes_tags_delete` AFTER DELETE ON `meeting_tags`
BEGIN
  INSERT INTO list_changes (workspace_id, meet_id, tasks, people)
  SELECT lists.id, OLD.meet_id, noted.tasks, noted.people
  FROM (SELECT OLD.workspace_id AS id) AS lists
  LEFT JOIN list_changes AS noted ON noted.meet_id = OLD.meet_id AND noted.workspace_id = lists.id;
  DELETE FROM list_changes WHERE meet_id = OLD.meet_id AND position < (SELECT max(position) FROM list_changes AS later
    WHERE later.meet_id = OLD.meet_id AND later.workspace_id = list_changes.workspace_id);
END;--> statement-breakpoint
CREATE TRIGGER `list_changes_shown` AFTER INSERT ON `meeting_visibility`
BEGIN
  INSERT INTO list_changes (workspace_id, meet_id, tasks, people)
  SELECT lists.id, NEW.meet_id, noted.tasks, noted.people
  FROM (SELECT workspace_id AS id FROM meetings WHERE id = NEW.meet_id
    UNION SELECT NEW.team_id WHERE NEW.team_id IS NOT NULL) AS lists
  LEFT JOIN list_changes AS noted ON noted.meet_id = NEW.meet_id AND noted.workspace_id = lists.id;
  DELETE FROM list_changes WHERE meet_id = NEW.meet_id AND position < (SELECT max(position) FROM list_changes AS later
    WHERE later.meet_id = NEW.meet_id AND later.workspace_id = list_changes.workspace_id);
END;--> statement-breakpoint
CREATE TRIGGER `list_changes_shown_again` AFTER UPDATE OF `visibility`, `team_id` ON `meeting_visibility`
BEGIN
  INSERT INTO list_changes (workspace_id, meet_id, tasks, people)
  SELECT lists.id, NEW.meet_id, noted.tasks, noted.people
  FROM (SELECT workspace_id AS id FROM meetings WHERE id = NEW.meet_id
    UNION SELECT NEW.team_id WHERE NEW.team_id IS NOT NULL
    UNION SELECT OLD.team_id WHERE OLD.team_id IS NOT NULL) AS lists
  LEFT JOIN list_changes AS noted ON noted.meet_id = NEW.meet_id AND noted.workspace_id = lists.id;
  DELETE FROM list_changes WHERE meet_id = NEW.meet_id AND position < (SELECT max(position) FROM list_changes AS later
    WHERE later.meet_id = NEW.meet_id AND later.workspace_id = list_changes.workspace_id);
END;--> statement-breakpoint
CREATE TRIGGER `list_changes_hidden` AFTER DELETE ON `meeting_visibility`
BEGIN
  INSERT INTO list_changes (workspace_id, meet_id, tasks, people)
  SELECT lists.id, OLD.meet_id, noted.tasks, noted.people
  FROM (SELECT workspace_id AS id FROM meetings WHERE id = OLD.meet_id
    UNION SELECT OLD.team_id WHERE OLD.team_id IS NOT NULL) AS lists
  LEFT JOIN list_changes AS noted ON noted.meet_id = OLD.meet_id AND noted.workspace_id = lists.id;
  DELETE FROM list_changes WHERE meet_id = OLD.meet_id AND position < (SELECT max(position) FROM list_changes AS later
    WHERE later.meet_id = OLD.meet_id AND later.workspace_id = list_changes.workspace_id);
END;
