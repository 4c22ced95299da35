CREATE TABLE `meeting_counts` (
	`workspace_id` text NOT NULL,
	`created_by` text NOT NULL,
	`status_group` text NOT NULL,
	`count` integer NOT NULL,
	PRIMARY KEY(`workspace_id`, `created_by`, `status_group`)
);
--> statement-breakpoint
CREATE TABLE `meeting_people` (
	`meet_id` text NOT NULL,
	`person_key` text NOT NULL,
	`name` text NOT NULL,
	`workspace_id` text NOT NULL,
	`created_by` text NOT NULL,
	`starts_at` integer NOT NULL,
	`title_key` text NOT NULL,
	PRIMARY KEY(`meet_id`, `person_key`)
);
--> statement-breakpoint
CREATE INDEX `meeting_people_starts` ON `meeting_people` (`workspace_id`,`created_by`,`person_key`,`starts_at`,`meet_id`);--> statement-breakpoint
CREATE INDEX `meeting_people_title` ON `meeting_people` (`workspace_id`,`created_by`,`person_key`,`title_key`,`meet_id`);--> statement-breakpoint
CREATE TABLE `meeting_tasks` (
	`meet_id` text NOT NULL,
	`task_id` text NOT NULL,
	`position` integer NOT NULL,
	`workspace_id` text NOT NULL,
	`created_by` text NOT NULL,
	`text` text NOT NULL,
	`description` text,
	`assigned` text,
	`assigned_key` text NOT NULL,
	`deadline` text,
	`due_day` text NOT NULL,
	`done` integer NOT NULL,
	`start_ms` integer,
	PRIMARY KEY(`meet_id`, `task_id`)
);
--> statement-breakpoint
CREATE INDEX `meeting_tasks_due` ON `meeting_tasks` (`workspace_id`,`created_by`,`done`,`due_day`,`meet_id`,`task_id`);--> statement-breakpoint
CREATE INDEX `meeting_tasks_assigned_due` ON `meeting_tasks` (`workspace_id`,`created_by`,`assigned_key`,`done`,`due_day`,`meet_id`,`task_id`);--> statement-breakpoint
ALTER TABLE `meetings` ADD `title_key` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `meetings` ADD `status_group` text GENERATED ALWAYS AS (CASE
  WHEN status = 'SUMMARIZED' THEN 'completed'
  WHEN status IN ('ERROR_RECORDED', 'ERROR_TRANSCRIPT', 'ERROR_SUMMARY') THEN 'error'
  WHEN status IN ('SCHEDULE', 'TORECORD') THEN 'initiating'
  WHEN status = 'REJECTED' THEN 'rejected'
  WHEN status = 'SKIPPED_SUMMARY' THEN 'skipped'
  ELSE 'working' END) VIRTUAL;--> statement-breakpoint
ALTER TABLE `meetings` ADD `source_kind` text GENERATED ALWAYS AS (CASE source WHEN 'upload' THEN 'upload' ELSE 'call' END) VIRTUAL;--> statement-breakpoint
CREATE INDEX `meetings_creator_title` ON `meetings` (`workspace_id`,`created_by`,`title_key`,`id`) WHERE "meetings"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX `meetings_group_starts` ON `meetings` (`workspace_id`,`created_by`,`status_group`,`starts_at`,`id`) WHERE "meetings"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX `meetings_group_title` ON `meetings` (`workspace_id`,`created_by`,`status_group`,`title_key`,`id`) WHERE "meetings"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX `meetings_role_starts` ON `meetings` (`workspace_id`,`created_by`,`role`,`starts_at`,`id`) WHERE "meetings"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX `meetings_role_title` ON `meetings` (`workspace_id`,`created_by`,`role`,`title_key`,`id`) WHERE "meetings"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX `meetings_language_starts` ON `meetings` (`workspace_id`,`created_by`,`language`,`starts_at`,`id`) WHERE "meetings"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX `meetings_language_title` ON `meetings` (`workspace_id`,`created_by`,`language`,`title_key`,`id`) WHERE "meetings"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX `meetings_kind_starts` ON `meetings` (`workspace_id`,`created_by`,`source_kind`,`starts_at`,`id`) WHERE "meetings"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX `meetings_kind_title` ON `meetings` (`workspace_id`,`created_by`,`source_kind`,`title_key`,`id`) WHERE "meetings"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX `meetings_platform_starts` ON `meetings` (`workspace_id`,`created_by`,`platform`,`starts_at`,`id`) WHERE "meetings"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX `meetings_platform_title` ON `meetings` (`workspace_id`,`created_by`,`platform`,`title_key`,`id`) WHERE "meetings"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX `meetings_template_starts` ON `meetings` (`workspace_id`,`created_by`,`template_id`,`starts_at`,`id`) WHERE "meetings"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX `meetings_template_title` ON `meetings` (`workspace_id`,`created_by`,`template_id`,`title_key`,`id`) WHERE "meetings"."deleted_at" is null;--> statement-breakpoint
UPDATE `meetings` SET `title_key` = lower(`title`);--> statement-breakpoint
INSERT INTO `meeting_counts` (`workspace_id`, `created_by`, `status_group`, `count`)
SELECT `workspace_id`, `created_by`, `status_group`, count(*) FROM `meetings` WHERE `deleted_at` IS NULL GROUP BY 1, 2, 3;--> statement-breakpoint
CREATE TRIGGER `meeting_counts_insert` AFTER INSERT ON `meetings` WHEN NEW.deleted_at IS NULL
BEGIN
  INSERT INTO meeting_counts (workspace_id, created_by, status_group, count)
  VALUES (NEW.workspace_id, NEW.created_by, NEW.status_group, 1)
  ON CONFLICT (workspace_id, created_by, status_group) DO UPDATE SET count = count + 1;
END;--> statement-breakpoint
CREATE TRIGGER `meeting_counts_delete` AFTER DELETE ON `meetings` WHEN OLD.deleted_at IS NULL
BEGIN
  UPDATE meeting_counts SET count = count - 1
  WHERE workspace_id = OLD.workspace_id AND created_by = OLD.created_by AND status_group = OLD.status_group;
END;--> statement-breakpoint
CREATE TRIGGER `meeting_counts_update` AFTER UPDATE OF `status`, `deleted_at`, `workspace_id`, `created_by` ON `meetings`
WHEN (OLD.workspace_id, OLD.created_by, OLD.status_group, OLD.deleted_at IS NULL)
  <> (NEW.workspace_id, NEW.created_by, NEW.status_group, NEW.deleted_at IS NULL)
BEGIN
  UPDATE meeting_counts SET count = count - 1
  WHERE OLD.deleted_at IS NULL
    AND workspace_id = OLD.workspace_id AND created_by = OLD.created_by AND status_group = OLD.status_group;
  INSERT INTO meeting_counts (workspace_id, created_by, status_group, count)
  SELECT NEW.workspace_id, NEW.created_by, NEW.status_group, 1 WHERE NEW.deleted_at IS NULL
  ON CONFLICT (workspace_id, created_by, status_group) DO UPDATE SET count = count + 1;
END;
