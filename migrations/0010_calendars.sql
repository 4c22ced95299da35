CREATE TABLE `calendar_accounts` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`workspace_id` text NOT NULL,
	`provider` text NOT NULL,
	`subject` text NOT NULL,
	`name` text NOT NULL,
	`state` text NOT NULL,
	`synced_at` integer,
	`next_sync_at` integer NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `calendar_accounts_subject` ON `calendar_accounts` (`user_id`,`provider`,`subject`);--> statement-breakpoint
CREATE INDEX `calendar_accounts_next` ON `calendar_accounts` (`next_sync_at`);--> statement-breakpoint
CREATE TABLE `calendar_consents` (
	`state_hash` text PRIMARY KEY NOT NULL,
	`session_hash` text NOT NULL,
	`user_id` text NOT NULL,
	`workspace_id` text NOT NULL,
	`provider` text NOT NULL,
	`code_verifier` text NOT NULL,
	`nonce` text NOT NULL,
	`return_to` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `calendar_consents_created` ON `calendar_consents` (`created_at`);--> statement-breakpoint
CREATE TABLE `calendar_events` (
	`id` text PRIMARY KEY NOT NULL,
	`account_id` text NOT NULL,
	`calendar_id` text NOT NULL,
	`user_id` text NOT NULL,
	`event_key` text NOT NULL,
	`title` text NOT NULL,
	`starts_at` integer NOT NULL,
	`ends_at` integer NOT NULL,
	`is_all_day` integer NOT NULL,
	`is_private` integer NOT NULL,
	`is_tentative` integer NOT NULL,
	`is_organiser` integer NOT NULL,
	`platform` text,
	`room_key` text,
	`joins` integer NOT NULL,
	`reason` text NOT NULL,
	`switched` integer,
	`meet_id` text,
	`join_at` integer
);
--> statement-breakpoint
CREATE INDEX `calendar_events_user_starts` ON `calendar_events` (`user_id`,`starts_at`);--> statement-breakpoint
CREATE INDEX `calendar_events_key` ON `calendar_events` (`user_id`,`event_key`);--> statement-breakpoint
CREATE INDEX `calendar_events_account` ON `calendar_events` (`account_id`,`calendar_id`);--> statement-breakpoint
CREATE INDEX `calendar_events_join` ON `calendar_events` (`join_at`) WHERE "calendar_events"."join_at" is not null;--> statement-breakpoint
CREATE TABLE `calendar_preferences` (
	`user_id` text PRIMARY KEY NOT NULL,
	`joins` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `calendars` (
	`id` text PRIMARY KEY NOT NULL,
	`account_id` text NOT NULL,
	`user_id` text NOT NULL,
	`provider_calendar_id` text NOT NULL,
	`name` text NOT NULL,
	`is_primary` integer NOT NULL,
	`active` integer NOT NULL,
	`visible` integer NOT NULL,
	`joins` integer NOT NULL,
	`template_id` text,
	`language` text,
	`rule` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `calendars_user` ON `calendars` (`user_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `calendars_provider` ON `calendars` (`account_id`,`provider_calendar_id`);