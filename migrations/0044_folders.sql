CREATE TABLE `folder_rules` (
	`id` text PRIMARY KEY NOT NULL,
	`workspace_id` text NOT NULL,
	`kind` text NOT NULL,
	`value` text NOT NULL,
	`folder_id` text,
	`tags` text DEFAULT '[]' NOT NULL,
	`template_id` text,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`workspace_id`) REFERENCES `workspaces`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`folder_id`) REFERENCES `folders`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `folder_rules_workspace` ON `folder_rules` (`workspace_id`);--> statement-breakpoint
CREATE TABLE `folders` (
	`id` text PRIMARY KEY NOT NULL,
	`workspace_id` text NOT NULL,
	`name` text NOT NULL,
	`name_key` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`workspace_id`) REFERENCES `workspaces`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `folders_name` ON `folders` (`workspace_id`,`name_key`);--> statement-breakpoint
CREATE TABLE `meeting_tags` (
	`meet_id` text NOT NULL,
	`tag_key` text NOT NULL,
	`tag` text NOT NULL,
	`workspace_id` text NOT NULL,
	`created_by` text NOT NULL,
	`starts_at` integer NOT NULL,
	`title_key` text NOT NULL,
	PRIMARY KEY(`meet_id`, `tag_key`)
);
--> statement-breakpoint
CREATE INDEX `meeting_tags_starts` ON `meeting_tags` (`workspace_id`,`created_by`,`tag_key`,`starts_at`,`meet_id`);--> statement-breakpoint
CREATE INDEX `meeting_tags_title` ON `meeting_tags` (`workspace_id`,`created_by`,`tag_key`,`title_key`,`meet_id`);--> statement-breakpoint
CREATE TABLE `new_meeting_folders` (
	`meet_id` text PRIMARY KEY NOT NULL,
	`folder_id` text NOT NULL,
	FOREIGN KEY (`folder_id`) REFERENCES `folders`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
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
ALTER TABLE `meetings` ADD `folder_id` text;--> statement-breakpoint
ALTER TABLE `meetings` ADD `archived_at` integer;--> statement-breakpoint
CREATE INDEX `meetings_listed_starts` ON `meetings` (`workspace_id`,`created_by`,`starts_at`,`id`) WHERE "meetings"."deleted_at" is null and "meetings"."archived_at" is null;--> statement-breakpoint
CREATE INDEX `meetings_archived` ON `meetings` (`workspace_id`,`created_by`,`starts_at`,`id`) WHERE "meetings"."archived_at" is not null;--> statement-breakpoint
CREATE INDEX `meetings_folder_starts` ON `meetings` (`folder_id`,`starts_at`,`id`) WHERE "meetings"."folder_id" is not null and "meetings"."archived_at" is null;--> statement-breakpoint
CREATE INDEX `meetings_folder_title` ON `meetings` (`folder_id`,`title_key`,`id`) WHERE "meetings"."folder_id" is not null and "meetings"."archived_at" is null;--> statement-breakpoint
CREATE INDEX `meetings_creator_title` ON `meetings` (`workspace_id`,`created_by`,`title_key`,`id`) WHERE "meetings"."deleted_at" is null and "meetings"."archived_at" is null;--> statement-breakpoint
CREATE INDEX `meetings_group_starts` ON `meetings` (`workspace_id`,`created_by`,`status_group`,`starts_at`,`id`) WHERE "meetings"."deleted_at" is null and "meetings"."archived_at" is null;--> statement-breakpoint
CREATE INDEX `meetings_group_title` ON `meetings` (`workspace_id`,`created_by`,`status_group`,`title_key`,`id`) WHERE "meetings"."deleted_at" is null and "meetings"."archived_at" is null;--> statement-breakpoint
CREATE INDEX `meetings_role_starts` ON `meetings` (`workspace_id`,`created_by`,`role`,`starts_at`,`id`) WHERE "meetings"."deleted_at" is null and "meetings"."archived_at" is null;--> statement-breakpoint
CREATE INDEX `meetings_role_title` ON `meetings` (`workspace_id`,`created_by`,`role`,`title_key`,`id`) WHERE "meetings"."deleted_at" is null and "meetings"."archived_at" is null;--> statement-breakpoint
CREATE INDEX `meetings_language_starts` ON `meetings` (`workspace_id`,`created_by`,`language`,`starts_at`,`id`) WHERE "meetings"."deleted_at" is null and "meetings"."archived_at" is null;--> statement-breakpoint
CREATE INDEX `meetings_language_title` ON `meetings` (`workspace_id`,`created_by`,`language`,`title_key`,`id`) WHERE "meetings"."deleted_at" is null and "meetings"."archived_at" is null;--> statement-breakpoint
CREATE INDEX `meetings_kind_starts` ON `meetings` (`workspace_id`,`created_by`,`source_kind`,`starts_at`,`id`) WHERE "meetings"."deleted_at" is null and "meetings"."archived_at" is null;--> statement-breakpoint
CREATE INDEX `meetings_kind_title` ON `meetings` (`workspace_id`,`created_by`,`source_kind`,`title_key`,`id`) WHERE "meetings"."deleted_at" is null and "meetings"."archived_at" is null;--> statement-breakpoint
CREATE INDEX `meetings_platform_starts` ON `meetings` (`workspace_id`,`created_by`,`platform`,`starts_at`,`id`) WHERE "meetings"."deleted_at" is null and "meetings"."archived_at" is null;--> statement-breakpoint
CREATE INDEX `meetings_platform_title` ON `meetings` (`workspace_id`,`created_by`,`platform`,`title_key`,`id`) WHERE "meetings"."deleted_at" is null and "meetings"."archived_at" is null;--> statement-breakpoint
CREATE INDEX `meetings_template_starts` ON `meetings` (`workspace_id`,`created_by`,`template_id`,`starts_at`,`id`) WHERE "meetings"."deleted_at" is null and "meetings"."archived_at" is null;--> statement-breakpoint
CREATE INDEX `meetings_template_title` ON `meetings` (`workspace_id`,`created_by`,`template_id`,`title_key`,`id`) WHERE "meetings"."deleted_at" is null and "meetings"."archived_at" is null;--> statement-breakpoint
-- Written by hand: an archived meeting counts in no list (0041).
DROP TRIGGER `meeting_counts_insert`;--> statement-breakpoint
DROP TRIGGER `meeting_counts_delete`;--> statement-breakpoint
DROP TRIGGER `meeting_counts_update`;--> statement-breakpoint
CREATE TRIGGER `meeting_counts_insert` AFTER INSERT ON `meetings`
WHEN NEW.deleted_at IS NULL AND NEW.merged_into IS NULL AND NEW.archived_at IS NULL
BEGIN
  INSERT INTO meeting_counts (workspace_id, created_by, status_group, count, duration_ms)
  VALUES (NEW.workspace_id, NEW.created_by, NEW.status_group, 1, coalesce(NEW.duration_ms, 0))
  ON CONFLICT (workspace_id, created_by, status_group)
  DO UPDATE SET count = count + 1, duration_ms = duration_ms + excluded.duration_ms;
END;--> statement-breakpoint
CREATE TRIGGER `meeting_counts_delete` AFTER DELETE ON `meetings`
WHEN OLD.deleted_at IS NULL AND OLD.merged_into IS NULL AND OLD.archived_at IS NULL
BEGIN
  UPDATE meeting_counts SET count = count - 1, duration_ms = duration_ms - coalesce(OLD.duration_ms, 0)
  WHERE workspace_id = OLD.workspace_id AND created_by = OLD.created_by AND status_group = OLD.status_group;
END;--> statement-breakpoint
CREATE TRIGGER `meeting_counts_update`
AFTER UPDATE OF `status`, `deleted_at`, `merged_into`, `archived_at`, `workspace_id`, `created_by`, `duration_ms` ON `meetings`
WHEN (OLD.workspace_id, OLD.created_by, OLD.status_group, coalesce(OLD.duration_ms, 0),
    OLD.deleted_at IS NULL AND OLD.merged_into IS NULL AND OLD.archived_at IS NULL)
  <> (NEW.workspace_id, NEW.created_by, NEW.status_group, coalesce(NEW.duration_ms, 0),
    NEW.deleted_at IS NULL AND NEW.merged_into IS NULL AND NEW.archived_at IS NULL)
BEGIN
  UPDATE meeting_counts SET count = count - 1, duration_ms = duration_ms - coalesce(OLD.duration_ms, 0)
  WHERE OLD.deleted_at IS NULL AND OLD.merged_into IS NULL AND OLD.archived_at IS NULL
    AND workspace_id = OLD.workspace_id AND created_by = OLD.created_by AND status_group = OLD.status_group;
  INSERT INTO meeting_counts (workspace_id, created_by, status_group, count, duration_ms)
  SELECT NEW.workspace_id, NEW.created_by, NEW.status_group, 1, coalesce(NEW.duration_ms, 0)
  WHERE NEW.deleted_at IS NULL AND NEW.merged_into IS NULL AND NEW.archived_at IS NULL
  ON CONFLICT (workspace_id, created_by, status_group)
  DO UPDATE SET count = count + 1, duration_ms = duration_ms + excluded.duration_ms;
END;--> statement-breakpoint
-- Tags are listed in the order of their meetings, and belong to whoever has the meeting.
CREATE TRIGGER `meeting_tags_update`
AFTER UPDATE OF `starts_at`, `title_key`, `workspace_id`, `created_by` ON `meetings`
WHEN (OLD.starts_at, OLD.title_key, OLD.workspace_id, OLD.created_by)
  <> (NEW.starts_at, NEW.title_key, NEW.workspace_id, NEW.created_by)
BEGIN
  UPDATE meeting_tags SET starts_at = NEW.starts_at, title_key = NEW.title_key,
    workspace_id = NEW.workspace_id, created_by = NEW.created_by
  WHERE meet_id = NEW.id;
END;--> statement-breakpoint
-- A rule tags a meeting and chooses its folder before its row is there.
CREATE TRIGGER `meeting_folder_insert` AFTER INSERT ON `meetings`
WHEN EXISTS (SELECT 1 FROM new_meeting_folders WHERE meet_id = NEW.id)
BEGIN
  UPDATE meetings SET folder_id = (SELECT folder_id FROM new_meeting_folders WHERE meet_id = NEW.id)
  WHERE id = NEW.id AND folder_id IS NULL;
  DELETE FROM new_meeting_folders WHERE meet_id = NEW.id;
END;--> statement-breakpoint
CREATE TRIGGER `meeting_tags_insert` AFTER INSERT ON `meetings`
WHEN EXISTS (SELECT 1 FROM meeting_tags WHERE meet_id = NEW.id)
BEGIN
  UPDATE meeting_tags SET starts_at = NEW.starts_at, title_key = NEW.title_key WHERE meet_id = NEW.id;
END;
