CREATE TABLE `audit_events` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`at` integer NOT NULL,
	`user_id` text,
	`action` text NOT NULL,
	`subject_id` text
);
--> statement-breakpoint
CREATE INDEX `audit_events_user` ON `audit_events` (`user_id`,`at`);--> statement-breakpoint
CREATE TABLE `identities` (
	`provider` text NOT NULL,
	`subject` text NOT NULL,
	`user_id` text NOT NULL,
	`email` text,
	`created_at` integer NOT NULL,
	`last_used_at` integer NOT NULL,
	PRIMARY KEY(`provider`, `subject`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `identities_user` ON `identities` (`user_id`);--> statement-breakpoint
CREATE TABLE `meeting_claims` (
	`owner_user_id` text NOT NULL,
	`key` text NOT NULL,
	`meet_id` text NOT NULL,
	`recording_id` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`owner_user_id`, `key`)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `meeting_claims_meet` ON `meeting_claims` (`meet_id`);--> statement-breakpoint
CREATE INDEX `meeting_claims_created` ON `meeting_claims` (`created_at`);--> statement-breakpoint
CREATE TABLE `meetings` (
	`id` text PRIMARY KEY NOT NULL,
	`owner_user_id` text NOT NULL,
	`team_id` text,
	`role` text DEFAULT 'organizer' NOT NULL,
	`title` text NOT NULL,
	`starts_at` integer NOT NULL,
	`time_zone` text NOT NULL,
	`language` text NOT NULL,
	`template_id` text,
	`source` text NOT NULL,
	`platform` text,
	`duration_ms` integer,
	`participants` integer,
	`status` text NOT NULL,
	`reason` text,
	`recording_id` text,
	`recognised_ms` integer DEFAULT 0 NOT NULL,
	`wanted_ms` integer DEFAULT 0 NOT NULL,
	`task_count` integer,
	`sequence` integer NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`deleted_at` integer
);
--> statement-breakpoint
CREATE INDEX `meetings_owner_starts` ON `meetings` (`owner_user_id`,`starts_at`,`id`);--> statement-breakpoint
CREATE TABLE `recordings` (
	`id` text PRIMARY KEY NOT NULL,
	`owner_user_id` text NOT NULL,
	`source` text NOT NULL,
	`size_bytes` integer,
	`etag` text,
	`duration_ms` integer,
	`references` integer DEFAULT 1 NOT NULL,
	`created_at` integer NOT NULL,
	`deleted_at` integer
);
--> statement-breakpoint
CREATE INDEX `recordings_owner` ON `recordings` (`owner_user_id`);--> statement-breakpoint
CREATE TABLE `sessions` (
	`id_hash` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`provider` text NOT NULL,
	`created_at` integer NOT NULL,
	`last_seen_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`revoked_at` integer,
	`user_agent` text,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `sessions_user` ON `sessions` (`user_id`);--> statement-breakpoint
CREATE INDEX `sessions_expires` ON `sessions` (`expires_at`);--> statement-breakpoint
CREATE TABLE `share_links` (
	`token_hash` text PRIMARY KEY NOT NULL,
	`meet_id` text NOT NULL,
	`owner_user_id` text NOT NULL,
	`parts` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer,
	`revoked_at` integer
);
--> statement-breakpoint
CREATE INDEX `share_links_meet` ON `share_links` (`meet_id`);--> statement-breakpoint
CREATE TABLE `sign_in_attempts` (
	`state_hash` text PRIMARY KEY NOT NULL,
	`provider` text NOT NULL,
	`code_verifier` text NOT NULL,
	`nonce` text NOT NULL,
	`return_to` text NOT NULL,
	`browser_hash` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `sign_in_attempts_created` ON `sign_in_attempts` (`created_at`);--> statement-breakpoint
CREATE TABLE `usage_ledger` (
	`meet_id` text NOT NULL,
	`kind` text NOT NULL,
	`owner_user_id` text NOT NULL,
	`state` text NOT NULL,
	`reason` text,
	`reserved_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	PRIMARY KEY(`meet_id`, `kind`),
	CONSTRAINT "usage_ledger_state" CHECK("usage_ledger"."state" in ('reserved', 'counted', 'released')),
	CONSTRAINT "usage_ledger_kind" CHECK("usage_ledger"."kind" in ('upload', 'recording'))
);
--> statement-breakpoint
CREATE INDEX `usage_ledger_owner` ON `usage_ledger` (`owner_user_id`,`kind`,`state`);--> statement-breakpoint
CREATE TABLE `users` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`email` text,
	`email_verified` integer DEFAULT false NOT NULL,
	`plan` text DEFAULT 'free' NOT NULL,
	`locale` text DEFAULT 'en' NOT NULL,
	`time_zone` text DEFAULT 'UTC' NOT NULL,
	`onboarded_at` integer,
	`terms_accepted_at` integer NOT NULL,
	`created_at` integer NOT NULL
);
