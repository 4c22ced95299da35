ALTER TABLE `users` ADD `time_zone_chosen` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `users` ADD `phone` text;--> statement-breakpoint
ALTER TABLE `users` ADD `company` text;--> statement-breakpoint
ALTER TABLE `users` ADD `employment_type` text;--> statement-breakpoint
ALTER TABLE `users` ADD `default_template_id` text;--> statement-breakpoint
ALTER TABLE `sessions` ADD `time_zone` text;--> statement-breakpoint
ALTER TABLE `sessions` ADD `handle` text DEFAULT '' NOT NULL;--> statement-breakpoint
UPDATE `sessions` SET `handle` = lower(hex(randomblob(12)));--> statement-breakpoint
ALTER TABLE `sessions` RENAME COLUMN `user_agent` TO `device`;--> statement-breakpoint
-- The User-Agent of sessions that exist is shortened as app/domain/account/device.ts shortens new ones. A test compares the two.
UPDATE `sessions` SET `device` =
CASE
  WHEN `device` GLOB '*Edg/*' OR `device` GLOB '*EdgA/*' OR `device` GLOB '*EdgiOS/*' THEN 'Edge'
  WHEN `device` GLOB '*OPR/*' THEN 'Opera'
  WHEN `device` GLOB '*SamsungBrowser/*' THEN 'Samsung Internet'
  WHEN `device` GLOB '*Firefox/*' OR `device` GLOB '*FxiOS/*' THEN 'Firefox'
  WHEN `device` GLOB '*Chrome/*' OR `device` GLOB '*CriOS/*' THEN 'Chrome'
  WHEN `device` GLOB '*Safari/*' THEN 'Safari'
  ELSE '' END || '/' ||
CASE
  WHEN `device` GLOB '*iPhone*' OR `device` GLOB '*iPad*' THEN 'iOS'
  WHEN `device` GLOB '*Android*' THEN 'Android'
  WHEN `device` GLOB '*CrOS*' THEN 'ChromeOS'
  WHEN `device` GLOB '*Windows*' THEN 'Windows'
  WHEN `device` GLOB '*Macintosh*' THEN 'macOS'
  WHEN `device` GLOB '*Linux*' THEN 'Linux'
  ELSE '' END
WHERE `device` IS NOT NULL;--> statement-breakpoint
CREATE TABLE `mail_preferences` (
	`user_id` text NOT NULL,
	`kind` text NOT NULL,
	`enabled` integer NOT NULL,
	`changed_at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `kind`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `account_deletions` (
	`user_id` text PRIMARY KEY NOT NULL,
	`email` text,
	`locale` text NOT NULL,
	`time_zone` text DEFAULT 'UTC' NOT NULL,
	`requested_at` integer NOT NULL,
	`finished_at` integer,
	`kept_recordings` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE INDEX `account_deletions_finished` ON `account_deletions` (`finished_at`);--> statement-breakpoint
CREATE TABLE `recorded_notices` (
	`code_hash` text NOT NULL,
	`meet_id` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`code_hash`, `meet_id`)
);
--> statement-breakpoint
CREATE INDEX `recorded_notices_meet` ON `recorded_notices` (`meet_id`);--> statement-breakpoint
CREATE TABLE `retention_defaults` (
	`workspace_id` text PRIMARY KEY NOT NULL,
	`rule` text NOT NULL,
	`updated_at` integer NOT NULL,
	`cursor` text,
	`is_told` integer DEFAULT false NOT NULL
);
