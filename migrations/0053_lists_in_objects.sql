CREATE TABLE `list_changes` (
	`position` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`workspace_id` text NOT NULL,
	`meet_id` text NOT NULL,
	`tasks` text
);--> statement-breakpoint
CREATE INDEX `list_changes_meeting` ON `list_changes` (`meet_id`,`workspace_id`);--> statement-breakpoint
CREATE INDEX `list_changes_workspace` ON `list_changes` (`workspace_id`,`position`);--> statement-breakpoint
DROP TRIGGER `template_counts_insert`;--> statement-breakpoint
DROP TRIGGER `template_counts_delete`;--> statement-breakpoint
DROP TRIGGER `template_counts_update`;--> statement-breakpoint
ALTER TABLE `meetings` ADD `open_tasks` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `meetings` ADD `people` text DEFAULT '[]' NOT NULL;--> statement-breakpoint
-- Written by hand: the people and the open tasks of the meetings that are there. Tasks move when the workspace's lists are first read.
UPDATE `meetings` SET
  `people` = coalesce((SELECT json_group_array(json_array(person_key, name)) FROM (
    SELECT person_key, name FROM meeting_people WHERE meet_id = meetings.id ORDER BY person_key)), '[]'),
  `open_tasks` = (SELECT count(*) FROM meeting_tasks WHERE meet_id = meetings.id AND done = 0)
WHERE `deleted_at` IS NULL;--> statement-breakpoint
DROP TABLE `meeting_people`;--> statement-breakpoint
DROP TABLE `template_counts`;--> statement-breakpoint
DROP INDEX `meeting_tags_starts`;--> statement-breakpoint
DROP INDEX `meeting_tags_title`;--> statement-breakpoint
DROP INDEX `meeting_tasks_due`;--> statement-breakpoint
DROP INDEX `meeting_tasks_assigned_due`;--> statement-breakpoint
DROP INDEX `meetings_changed`;--> statement-breakpoint
DROP INDEX `meetings_listed_starts`;--> statement-breakpoint
DROP INDEX `meetings_creator_title`;--> statement-breakpoint
DROP INDEX `meetings_group_starts`;--> statement-breakpoint
DROP INDEX `meetings_group_title`;--> statement-breakpoint
DROP INDEX `meetings_role_starts`;--> statement-breakpoint
DROP INDEX `meetings_role_title`;--> statement-breakpoint
DROP INDEX `meetings_language_starts`;--> statement-breakpoint
DROP INDEX `meetings_language_title`;--> statement-breakpoint
DROP INDEX `meetings_kind_starts`;--> statement-breakpoint
DROP INDEX `meetings_kind_title`;--> statement-breakpoint
DROP INDEX `meetings_platform_starts`;--> statement-breakpoint
DROP INDEX `meetings_platform_title`;--> statement-breakpoint
DROP INDEX `meetings_template_starts`;--> statement-breakpoint
DROP INDEX `meetings_template_title`;--> statement-breakpoint
CREATE INDEX `meetings_template` ON `meetings` (`template_id`,`workspace_id`) WHERE "meetings"."template_id" is not null;--> statement-breakpoint
-- Written by hand from here on. The lists of a workspace take what is noted here (app/server/workspace/list-changes.ts). A newer change of a meeting
-- replaces the one before under a new position, and keeps the tasks that were not taken yet.
CREATE TRIGGER `list_changes_insert` AFTER INSERT ON `meetings`
BEGIN
  INSERT INTO list_changes (workspace_id, meet_id, tasks)
  SELECT NEW.workspace_id, NEW.id, (SELECT tasks FROM list_changes WHERE meet_id = NEW.id AND workspace_id = NEW.workspace_id);
  DELETE FROM list_changes WHERE meet_id = NEW.id AND position < (SELECT max(position) FROM list_changes AS later
    WHERE later.meet_id = NEW.id AND later.workspace_id = list_changes.workspace_id);
END;--> statement-breakpoint
-- Tombstones of a deleted account belong to nobody, and nothing stays of the tasks of a deleted meeting.
CREATE TRIGGER `list_changes_update` AFTER UPDATE ON `meetings` WHEN NEW.workspace_id <> ''
BEGIN
  INSERT INTO list_changes (workspace_id, meet_id, tasks)
  SELECT NEW.workspace_id, NEW.id, CASE WHEN NEW.deleted_at IS NULL
    THEN (SELECT tasks FROM list_changes WHERE meet_id = NEW.id AND workspace_id = NEW.workspace_id) END;
  DELETE FROM list_changes WHERE meet_id = NEW.id AND position < (SELECT max(position) FROM list_changes AS later
    WHERE later.meet_id = NEW.id AND later.workspace_id = list_changes.workspace_id);
END;--> statement-breakpoint
CREATE TRIGGER `list_changes_delete` AFTER DELETE ON `meetings`
BEGIN
  INSERT INTO list_changes (workspace_id, meet_id, tasks)
  VALUES (OLD.workspace_id, OLD.id, NULL);
  DELETE FROM list_changes WHERE meet_id = OLD.id AND position < (SELECT max(position) FROM list_changes AS later
    WHERE later.meet_id = OLD.id AND later.workspace_id = list_changes.workspace_id);
END;--> statement-breakpoint
-- The lists that a meeting comes to have never had its tasks: D1 has those of a meeting that a team has, or that others see.
CREATE TRIGGER `list_changes_move` AFTER UPDATE OF `workspace_id` ON `meetings` WHEN OLD.workspace_id <> NEW.workspace_id
BEGIN
  INSERT INTO list_changes (workspace_id, meet_id, tasks)
  VALUES (OLD.workspace_id, OLD.id, NULL);
  DELETE FROM list_changes WHERE meet_id = OLD.id AND position < (SELECT max(position) FROM list_changes AS later
    WHERE later.meet_id = OLD.id AND later.workspace_id = list_changes.workspace_id);
  INSERT INTO list_changes (workspace_id, meet_id, tasks)
  SELECT NEW.workspace_id, NEW.id, (SELECT json_group_array(json_object(
      'taskId', task_id, 'position', position, 'text', text, 'description', description, 'assigned', assigned, 'assignedKey', assigned_key,
      'deadline', deadline, 'dueDay', due_day, 'done', done, 'startMs', start_ms, 'unconfirmed', unconfirmed))
    FROM meeting_tasks WHERE meet_id = NEW.id HAVING count(*) > 0)
  WHERE NEW.workspace_id <> '';
  DELETE FROM list_changes WHERE meet_id = NEW.id AND position < (SELECT max(position) FROM list_changes AS later
    WHERE later.meet_id = NEW.id AND later.workspace_id = list_changes.workspace_id);
END;--> statement-breakpoint
CREATE TRIGGER `list_changes_tags_insert` AFTER INSERT ON `meeting_tags`
BEGIN
  INSERT INTO list_changes (workspace_id, meet_id, tasks)
  SELECT NEW.workspace_id, NEW.meet_id, (SELECT tasks FROM list_changes WHERE meet_id = NEW.meet_id AND workspace_id = NEW.workspace_id);
  DELETE FROM list_changes WHERE meet_id = NEW.meet_id AND position < (SELECT max(position) FROM list_changes AS later
    WHERE later.meet_id = NEW.meet_id AND later.workspace_id = list_changes.workspace_id);
END;--> statement-breakpoint
CREATE TRIGGER `list_changes_tags_delete` AFTER DELETE ON `meeting_tags`
BEGIN
  INSERT INTO list_changes (workspace_id, meet_id, tasks)
  SELECT OLD.workspace_id, OLD.meet_id, (SELECT tasks FROM list_changes WHERE meet_id = OLD.meet_id AND workspace_id = OLD.workspace_id);
  DELETE FROM list_changes WHERE meet_id = OLD.meet_id AND position < (SELECT max(position) FROM list_changes AS later
    WHERE later.meet_id = OLD.meet_id AND later.workspace_id = list_changes.workspace_id);
END;--> statement-breakpoint
CREATE TRIGGER `list_changes_shown` AFTER INSERT ON `meeting_visibility`
BEGIN
  INSERT INTO list_changes (workspace_id, meet_id, tasks)
  SELECT kept.workspace_id, NEW.meet_id, (SELECT tasks FROM list_changes WHERE meet_id = NEW.meet_id AND workspace_id = kept.workspace_id)
  FROM meetings AS kept WHERE kept.id = NEW.meet_id;
  DELETE FROM list_changes WHERE meet_id = NEW.meet_id AND position < (SELECT max(position) FROM list_changes AS later
    WHERE later.meet_id = NEW.meet_id AND later.workspace_id = list_changes.workspace_id);
END;--> statement-breakpoint
CREATE TRIGGER `list_changes_shown_again` AFTER UPDATE OF `visibility`, `team_id` ON `meeting_visibility`
BEGIN
  INSERT INTO list_changes (workspace_id, meet_id, tasks)
  SELECT kept.workspace_id, NEW.meet_id, (SELECT tasks FROM list_changes WHERE meet_id = NEW.meet_id AND workspace_id = kept.workspace_id)
  FROM meetings AS kept WHERE kept.id = NEW.meet_id;
  DELETE FROM list_changes WHERE meet_id = NEW.meet_id AND position < (SELECT max(position) FROM list_changes AS later
    WHERE later.meet_id = NEW.meet_id AND later.workspace_id = list_changes.workspace_id);
END;--> statement-breakpoint
CREATE TRIGGER `list_changes_hidden` AFTER DELETE ON `meeting_visibility`
BEGIN
  INSERT INTO list_changes (workspace_id, meet_id, tasks)
  SELECT kept.workspace_id, OLD.meet_id, (SELECT tasks FROM list_changes WHERE meet_id = OLD.meet_id AND workspace_id = kept.workspace_id)
  FROM meetings AS kept WHERE kept.id = OLD.meet_id;
  DELETE FROM list_changes WHERE meet_id = OLD.meet_id AND position < (SELECT max(position) FROM list_changes AS later
    WHERE later.meet_id = OLD.meet_id AND later.workspace_id = list_changes.workspace_id);
END;
