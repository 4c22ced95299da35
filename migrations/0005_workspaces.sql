CREATE TABLE `workspaces` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`plan` text DEFAULT 'free' NOT NULL,
	`created_at` integer NOT NULL,
	CONSTRAINT "workspaces_kind" CHECK("workspaces"."kind" in ('personal', 'team'))
);
--> statement-breakpoint
CREATE TABLE `members` (
	`workspace_id` text NOT NULL,
	`user_id` text NOT NULL,
	`role` text NOT NULL,
	`joined_at` integer NOT NULL,
	PRIMARY KEY(`workspace_id`, `user_id`),
	FOREIGN KEY (`workspace_id`) REFERENCES `workspaces`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "members_role" CHECK("members"."role" in ('owner', 'member'))
);
--> statement-breakpoint
CREATE INDEX `members_user` ON `members` (`user_id`);
--> statement-breakpoint
-- A personal workspace has the id of its person, so that the rows below need no lookup.
INSERT INTO `workspaces` (`id`, `kind`, `plan`, `created_at`) SELECT `id`, 'personal', `plan`, `created_at` FROM `users`;
--> statement-breakpoint
INSERT INTO `members` (`workspace_id`, `user_id`, `role`, `joined_at`) SELECT `id`, `id`, 'owner', `created_at` FROM `users`;
--> statement-breakpoint
ALTER TABLE `users` DROP COLUMN `plan`;
--> statement-breakpoint
-- Columns are renamed and added in place: to copy `unfinished_uploads` and drop it would delete its landed parts by their foreign key.
DROP INDEX `meetings_owner_starts`;
--> statement-breakpoint
ALTER TABLE `meetings` DROP COLUMN `team_id`;
--> statement-breakpoint
ALTER TABLE `meetings` RENAME COLUMN `owner_user_id` TO `workspace_id`;
--> statement-breakpoint
ALTER TABLE `meetings` ADD COLUMN `created_by` text DEFAULT '' NOT NULL;
--> statement-breakpoint
UPDATE `meetings` SET `created_by` = `workspace_id`;
--> statement-breakpoint
CREATE INDEX `meetings_creator_starts` ON `meetings` (`workspace_id`,`created_by`,`starts_at`,`id`);
--> statement-breakpoint
DROP INDEX `recordings_owner`;
--> statement-breakpoint
ALTER TABLE `recordings` RENAME COLUMN `owner_user_id` TO `workspace_id`;
--> statement-breakpoint
ALTER TABLE `recordings` ADD COLUMN `created_by` text DEFAULT '' NOT NULL;
--> statement-breakpoint
UPDATE `recordings` SET `created_by` = `workspace_id`;
--> statement-breakpoint
CREATE INDEX `recordings_workspace` ON `recordings` (`workspace_id`);
--> statement-breakpoint
DROP INDEX `usage_ledger_owner`;
--> statement-breakpoint
ALTER TABLE `usage_ledger` RENAME COLUMN `owner_user_id` TO `workspace_id`;
--> statement-breakpoint
ALTER TABLE `usage_ledger` ADD COLUMN `created_by` text DEFAULT '' NOT NULL;
--> statement-breakpoint
UPDATE `usage_ledger` SET `created_by` = `workspace_id`;
--> statement-breakpoint
CREATE INDEX `usage_ledger_workspace` ON `usage_ledger` (`workspace_id`,`kind`,`state`);
--> statement-breakpoint
DROP INDEX `unfinished_uploads_owner`;
--> statement-breakpoint
ALTER TABLE `unfinished_uploads` RENAME COLUMN `owner_user_id` TO `workspace_id`;
--> statement-breakpoint
ALTER TABLE `unfinished_uploads` ADD COLUMN `created_by` text DEFAULT '' NOT NULL;
--> statement-breakpoint
UPDATE `unfinished_uploads` SET `created_by` = `workspace_id`;
--> statement-breakpoint
CREATE INDEX `unfinished_uploads_creator` ON `unfinished_uploads` (`workspace_id`,`created_by`,`touched_at`);
--> statement-breakpoint
ALTER TABLE `share_links` RENAME COLUMN `owner_user_id` TO `workspace_id`;
--> statement-breakpoint
ALTER TABLE `share_links` ADD COLUMN `created_by` text DEFAULT '' NOT NULL;
--> statement-breakpoint
UPDATE `share_links` SET `created_by` = `workspace_id`;
--> statement-breakpoint
-- The creator is part of the key: two members of a workspace may send the same submit. A key cannot be changed in place.
CREATE TABLE `__new_meeting_claims` (
	`workspace_id` text NOT NULL,
	`created_by` text NOT NULL,
	`key` text NOT NULL,
	`meet_id` text NOT NULL,
	`recording_id` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`workspace_id`, `created_by`, `key`)
);
--> statement-breakpoint
INSERT INTO `__new_meeting_claims` (`workspace_id`, `created_by`, `key`, `meet_id`, `recording_id`, `created_at`) SELECT `owner_user_id`, `owner_user_id`, `key`, `meet_id`, `recording_id`, `created_at` FROM `meeting_claims`;
--> statement-breakpoint
DROP TABLE `meeting_claims`;
--> statement-breakpoint
ALTER TABLE `__new_meeting_claims` RENAME TO `meeting_claims`;
--> statement-breakpoint
CREATE UNIQUE INDEX `meeting_claims_meet` ON `meeting_claims` (`meet_id`);
--> statement-breakpoint
CREATE INDEX `meeting_claims_created` ON `meeting_claims` (`created_at`);
