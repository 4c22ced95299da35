-- The database as the migrations 0000 to 0042 made it. The file has the name of the last of them, so a database that has them all goes on with the next.
CREATE TABLE `audit_events` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`at` integer NOT NULL,
	`user_id` text,
	`action` text NOT NULL,
	`subject_id` text
);
--> statement-breakpoint
CREATE INDEX `audit_events_user` ON `audit_events` (`user_id`,`at`);
--> statement-breakpoint
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
CREATE INDEX `identities_user` ON `identities` (`user_id`);
--> statement-breakpoint
CREATE TABLE `meetings` (
	`id` text PRIMARY KEY NOT NULL,
	`workspace_id` text NOT NULL,
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
	`deleted_at` integer,
	`door` text,
	`created_by` text DEFAULT '' NOT NULL,
	`title_key` text DEFAULT '' NOT NULL,
	`status_group` text GENERATED ALWAYS AS (CASE
  WHEN status = 'SUMMARIZED' THEN 'completed'
  WHEN status IN ('ERROR_RECORDED', 'ERROR_TRANSCRIPT', 'ERROR_SUMMARY') THEN 'error'
  WHEN status IN ('SCHEDULE', 'TORECORD') THEN 'initiating'
  WHEN status = 'REJECTED' THEN 'rejected'
  WHEN status = 'SKIPPED_SUMMARY' THEN 'skipped'
  ELSE 'working' END) VIRTUAL,
	`source_kind` text GENERATED ALWAYS AS (CASE source WHEN 'upload' THEN 'upload' ELSE 'call' END) VIRTUAL,
	`awaits_model` integer DEFAULT false NOT NULL,
	`changed_at` integer DEFAULT 0 NOT NULL,
	`merged_into` text
);
--> statement-breakpoint
CREATE INDEX `meetings_creator_starts` ON `meetings` (`workspace_id`,`created_by`,`starts_at`,`id`);
--> statement-breakpoint
CREATE INDEX `meetings_creator_title` ON `meetings` (`workspace_id`,`created_by`,`title_key`,`id`) WHERE "meetings"."deleted_at" is null;
--> statement-breakpoint
CREATE INDEX `meetings_group_starts` ON `meetings` (`workspace_id`,`created_by`,`status_group`,`starts_at`,`id`) WHERE "meetings"."deleted_at" is null;
--> statement-breakpoint
CREATE INDEX `meetings_group_title` ON `meetings` (`workspace_id`,`created_by`,`status_group`,`title_key`,`id`) WHERE "meetings"."deleted_at" is null;
--> statement-breakpoint
CREATE INDEX `meetings_role_starts` ON `meetings` (`workspace_id`,`created_by`,`role`,`starts_at`,`id`) WHERE "meetings"."deleted_at" is null;
--> statement-breakpoint
CREATE INDEX `meetings_role_title` ON `meetings` (`workspace_id`,`created_by`,`role`,`title_key`,`id`) WHERE "meetings"."deleted_at" is null;
--> statement-breakpoint
CREATE INDEX `meetings_language_starts` ON `meetings` (`workspace_id`,`created_by`,`language`,`starts_at`,`id`) WHERE "meetings"."deleted_at" is null;
--> statement-breakpoint
CREATE INDEX `meetings_language_title` ON `meetings` (`workspace_id`,`created_by`,`language`,`title_key`,`id`) WHERE "meetings"."deleted_at" is null;
--> statement-breakpoint
CREATE INDEX `meetings_kind_starts` ON `meetings` (`workspace_id`,`created_by`,`source_kind`,`starts_at`,`id`) WHERE "meetings"."deleted_at" is null;
--> statement-breakpoint
CREATE INDEX `meetings_kind_title` ON `meetings` (`workspace_id`,`created_by`,`source_kind`,`title_key`,`id`) WHERE "meetings"."deleted_at" is null;
--> statement-breakpoint
CREATE INDEX `meetings_platform_starts` ON `meetings` (`workspace_id`,`created_by`,`platform`,`starts_at`,`id`) WHERE "meetings"."deleted_at" is null;
--> statement-breakpoint
CREATE INDEX `meetings_platform_title` ON `meetings` (`workspace_id`,`created_by`,`platform`,`title_key`,`id`) WHERE "meetings"."deleted_at" is null;
--> statement-breakpoint
CREATE INDEX `meetings_template_starts` ON `meetings` (`workspace_id`,`created_by`,`template_id`,`starts_at`,`id`) WHERE "meetings"."deleted_at" is null;
--> statement-breakpoint
CREATE INDEX `meetings_template_title` ON `meetings` (`workspace_id`,`created_by`,`template_id`,`title_key`,`id`) WHERE "meetings"."deleted_at" is null;
--> statement-breakpoint
CREATE INDEX `meetings_awaiting_model` ON `meetings` (`starts_at`) WHERE "meetings"."awaits_model" = 1 and "meetings"."deleted_at" is null;
--> statement-breakpoint
CREATE INDEX `meetings_joining` ON `meetings` (`workspace_id`,`created_by`,`starts_at`,`id`) WHERE "meetings"."status" = 'TORECORD' and "meetings"."deleted_at" is null;
--> statement-breakpoint
CREATE INDEX `meetings_changed` ON `meetings` ("workspace_id" || ' ' || "created_by",`changed_at`,`id`) WHERE "meetings"."deleted_at" is null;
--> statement-breakpoint
CREATE INDEX `meetings_merged` ON `meetings` (`merged_into`) WHERE "meetings"."merged_into" is not null;
--> statement-breakpoint
CREATE TABLE `recordings` (
	`id` text PRIMARY KEY NOT NULL,
	`workspace_id` text NOT NULL,
	`source` text NOT NULL,
	`size_bytes` integer,
	`etag` text,
	`duration_ms` integer,
	`references` integer DEFAULT 1 NOT NULL,
	`created_at` integer NOT NULL,
	`deleted_at` integer,
	`created_by` text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE INDEX `recordings_workspace` ON `recordings` (`workspace_id`);
--> statement-breakpoint
CREATE TABLE `sessions` (
	`id_hash` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`provider` text NOT NULL,
	`created_at` integer NOT NULL,
	`last_seen_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`revoked_at` integer,
	`device` text,
	`time_zone` text,
	`handle` text DEFAULT '' NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `sessions_user` ON `sessions` (`user_id`);
--> statement-breakpoint
CREATE INDEX `sessions_expires` ON `sessions` (`expires_at`);
--> statement-breakpoint
CREATE TABLE `share_links` (
	`token_hash` text PRIMARY KEY NOT NULL,
	`meet_id` text NOT NULL,
	`workspace_id` text NOT NULL,
	`parts` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer,
	`revoked_at` integer,
	`link_id` text NOT NULL,
	`title_shown` integer DEFAULT false NOT NULL,
	`opens` integer DEFAULT 0 NOT NULL,
	`last_opened_on` text,
	`created_by` text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE INDEX `share_links_meet` ON `share_links` (`meet_id`);
--> statement-breakpoint
CREATE UNIQUE INDEX `share_links_link` ON `share_links` (`link_id`);
--> statement-breakpoint
CREATE UNIQUE INDEX `share_links_standing` ON `share_links` (`meet_id`) WHERE "share_links"."revoked_at" is null;
--> statement-breakpoint
CREATE INDEX `share_links_maker` ON `share_links` (`created_by`,`created_at`);
--> statement-breakpoint
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
CREATE INDEX `sign_in_attempts_created` ON `sign_in_attempts` (`created_at`);
--> statement-breakpoint
CREATE TABLE `usage_ledger` (
	`meet_id` text NOT NULL,
	`kind` text NOT NULL,
	`workspace_id` text NOT NULL,
	`state` text NOT NULL,
	`reason` text,
	`reserved_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`created_by` text DEFAULT '' NOT NULL,
	PRIMARY KEY(`meet_id`, `kind`),
	CONSTRAINT "usage_ledger_state" CHECK("usage_ledger"."state" in ('reserved', 'counted', 'released')),
	CONSTRAINT "usage_ledger_kind" CHECK("usage_ledger"."kind" in ('upload', 'recording'))
);
--> statement-breakpoint
CREATE INDEX `usage_ledger_workspace` ON `usage_ledger` (`workspace_id`,`kind`,`state`);
--> statement-breakpoint
CREATE INDEX `usage_ledger_reserved` ON `usage_ledger` (`reserved_at`) WHERE "usage_ledger"."state" = 'reserved';
--> statement-breakpoint
CREATE TABLE `users` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`email` text,
	`email_verified` integer DEFAULT false NOT NULL,
	`locale` text DEFAULT 'en' NOT NULL,
	`time_zone` text DEFAULT 'UTC' NOT NULL,
	`onboarded_at` integer,
	`terms_accepted_at` integer NOT NULL,
	`created_at` integer NOT NULL,
	`time_zone_chosen` integer DEFAULT false NOT NULL,
	`phone` text,
	`company` text,
	`employment_type` text,
	`default_template_id` text,
	`default_template_chosen` integer DEFAULT false NOT NULL,
	`wait_minutes` integer DEFAULT 20 NOT NULL
);
--> statement-breakpoint
CREATE INDEX `users_address` ON `users` (lower("email"));
--> statement-breakpoint
CREATE TABLE `landed_parts` (
	`meet_id` text NOT NULL,
	`upload_id` text NOT NULL,
	`number` integer NOT NULL,
	`etag` text NOT NULL,
	PRIMARY KEY(`meet_id`, `number`),
	FOREIGN KEY (`meet_id`) REFERENCES `unfinished_uploads`(`meet_id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `unfinished_uploads` (
	`meet_id` text PRIMARY KEY NOT NULL,
	`workspace_id` text NOT NULL,
	`key` text NOT NULL,
	`upload_id` text NOT NULL,
	`part_bytes` integer NOT NULL,
	`file_bytes` integer NOT NULL,
	`file_name` text NOT NULL,
	`file_modified_at` integer NOT NULL,
	`file_digest` text NOT NULL,
	`title` text NOT NULL,
	`created_at` integer NOT NULL,
	`touched_at` integer NOT NULL,
	`created_by` text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE INDEX `unfinished_uploads_creator` ON `unfinished_uploads` (`workspace_id`,`created_by`,`touched_at`);
--> statement-breakpoint
CREATE TABLE `session_streams` (
	`session_hash` text NOT NULL,
	`meet_id` text NOT NULL,
	`opened_at` integer NOT NULL,
	PRIMARY KEY(`session_hash`, `meet_id`)
);
--> statement-breakpoint
CREATE INDEX `session_streams_opened` ON `session_streams` (`opened_at`);
--> statement-breakpoint
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
	`has_seat` integer DEFAULT true NOT NULL,
	PRIMARY KEY(`workspace_id`, `user_id`),
	FOREIGN KEY (`workspace_id`) REFERENCES `workspaces`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "members_role" CHECK("members"."role" in ('owner', 'member'))
);
--> statement-breakpoint
CREATE INDEX `members_user` ON `members` (`user_id`);
--> statement-breakpoint
CREATE TABLE `meeting_claims` (
	`workspace_id` text NOT NULL,
	`created_by` text NOT NULL,
	`key` text NOT NULL,
	`meet_id` text NOT NULL,
	`recording_id` text NOT NULL,
	`created_at` integer NOT NULL,
	`room_key` text,
	`room` text,
	PRIMARY KEY(`workspace_id`, `created_by`, `key`)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `meeting_claims_meet` ON `meeting_claims` (`meet_id`);
--> statement-breakpoint
CREATE INDEX `meeting_claims_created` ON `meeting_claims` (`created_at`);
--> statement-breakpoint
CREATE UNIQUE INDEX `meeting_claims_room` ON `meeting_claims` (`workspace_id`,`created_by`,`room_key`) WHERE "meeting_claims"."room_key" is not null;
--> statement-breakpoint
CREATE INDEX `meeting_claims_place` ON `meeting_claims` (`created_by`,`room`) WHERE "meeting_claims"."room" is not null;
--> statement-breakpoint
CREATE TABLE `meeting_counts` (
	`workspace_id` text NOT NULL,
	`created_by` text NOT NULL,
	`status_group` text NOT NULL,
	`count` integer NOT NULL,
	`duration_ms` integer DEFAULT 0 NOT NULL,
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
CREATE INDEX `meeting_people_starts` ON `meeting_people` (`workspace_id`,`created_by`,`person_key`,`starts_at`,`meet_id`);
--> statement-breakpoint
CREATE INDEX `meeting_people_title` ON `meeting_people` (`workspace_id`,`created_by`,`person_key`,`title_key`,`meet_id`);
--> statement-breakpoint
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
	`unconfirmed` integer DEFAULT false NOT NULL,
	PRIMARY KEY(`meet_id`, `task_id`)
);
--> statement-breakpoint
CREATE INDEX `meeting_tasks_due` ON `meeting_tasks` (`workspace_id`,`created_by`,`done`,`due_day`,`meet_id`,`task_id`);
--> statement-breakpoint
CREATE INDEX `meeting_tasks_assigned_due` ON `meeting_tasks` (`workspace_id`,`created_by`,`assigned_key`,`done`,`due_day`,`meet_id`,`task_id`);
--> statement-breakpoint
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
CREATE INDEX `account_deletions_finished` ON `account_deletions` (`finished_at`);
--> statement-breakpoint
CREATE TABLE `recorded_notices` (
	`code_hash` text NOT NULL,
	`meet_id` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`code_hash`, `meet_id`)
);
--> statement-breakpoint
CREATE INDEX `recorded_notices_meet` ON `recorded_notices` (`meet_id`);
--> statement-breakpoint
CREATE TABLE `retention_defaults` (
	`workspace_id` text PRIMARY KEY NOT NULL,
	`rule` text NOT NULL,
	`updated_at` integer NOT NULL,
	`cursor` text,
	`is_told` integer DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE `saved_fields` (
	`id` text PRIMARY KEY NOT NULL,
	`workspace_id` text NOT NULL,
	`created_by` text NOT NULL,
	`save_id` text NOT NULL,
	`field` text NOT NULL,
	`version` integer NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `saved_fields_save` ON `saved_fields` (`workspace_id`,`created_by`,`save_id`);
--> statement-breakpoint
CREATE TABLE `template_claims` (
	`meet_id` text NOT NULL,
	`template_id` text NOT NULL,
	`held_until` integer NOT NULL,
	PRIMARY KEY(`meet_id`, `template_id`),
	FOREIGN KEY (`template_id`) REFERENCES `templates`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `template_claims_template` ON `template_claims` (`template_id`);
--> statement-breakpoint
CREATE TABLE `template_shares` (
	`token_hash` text PRIMARY KEY NOT NULL,
	`link_id` text NOT NULL,
	`template_id` text NOT NULL,
	`workspace_id` text NOT NULL,
	`created_by` text NOT NULL,
	`version` integer NOT NULL,
	`snapshot` text NOT NULL,
	`created_at` integer NOT NULL,
	`revoked_at` integer,
	`opens` integer DEFAULT 0 NOT NULL,
	`last_opened_on` text,
	FOREIGN KEY (`template_id`) REFERENCES `templates`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `template_shares_template` ON `template_shares` (`template_id`);
--> statement-breakpoint
CREATE TABLE `template_versions` (
	`template_id` text NOT NULL,
	`version` integer NOT NULL,
	`name` text NOT NULL,
	`description` text,
	`fields` text NOT NULL,
	`change` text NOT NULL,
	`changed_at` integer NOT NULL,
	`changed_by` text NOT NULL,
	PRIMARY KEY(`template_id`, `version`),
	FOREIGN KEY (`template_id`) REFERENCES `templates`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `templates` (
	`id` text PRIMARY KEY NOT NULL,
	`workspace_id` text NOT NULL,
	`created_by` text NOT NULL,
	`save_id` text NOT NULL,
	`name` text NOT NULL,
	`description` text,
	`fields` text NOT NULL,
	`version` integer NOT NULL,
	`origin` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`updated_by` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `templates_save` ON `templates` (`workspace_id`,`created_by`,`save_id`);
--> statement-breakpoint
CREATE INDEX `templates_updated` ON `templates` (`workspace_id`,`updated_at`);
--> statement-breakpoint
CREATE TABLE `mail_addresses` (
	`user_id` text PRIMARY KEY NOT NULL,
	`email` text,
	`confirmed_at` integer,
	`asked` text,
	`token_hash` text,
	`asked_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`sends` integer NOT NULL,
	`sends_since` integer NOT NULL,
	`asked_session` text,
	`confirmed_hash` text,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `mail_addresses_token` ON `mail_addresses` (`token_hash`);
--> statement-breakpoint
CREATE INDEX `mail_addresses_asked` ON `mail_addresses` (`asked`);
--> statement-breakpoint
CREATE INDEX `mail_addresses_address` ON `mail_addresses` (lower("email"));
--> statement-breakpoint
CREATE UNIQUE INDEX `mail_addresses_confirmed` ON `mail_addresses` (`confirmed_hash`);
--> statement-breakpoint
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
CREATE UNIQUE INDEX `calendar_accounts_subject` ON `calendar_accounts` (`user_id`,`provider`,`subject`);
--> statement-breakpoint
CREATE INDEX `calendar_accounts_next` ON `calendar_accounts` (`next_sync_at`);
--> statement-breakpoint
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
CREATE INDEX `calendar_consents_created` ON `calendar_consents` (`created_at`);
--> statement-breakpoint
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
	`join_at` integer,
	`is_said_organiser` integer
);
--> statement-breakpoint
CREATE INDEX `calendar_events_user_starts` ON `calendar_events` (`user_id`,`starts_at`);
--> statement-breakpoint
CREATE INDEX `calendar_events_key` ON `calendar_events` (`user_id`,`event_key`);
--> statement-breakpoint
CREATE INDEX `calendar_events_account` ON `calendar_events` (`account_id`,`calendar_id`);
--> statement-breakpoint
CREATE INDEX `calendar_events_join` ON `calendar_events` (`join_at`) WHERE "calendar_events"."join_at" is not null;
--> statement-breakpoint
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
	`rule` text NOT NULL,
	`is_mine` integer,
	`unreadable` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE INDEX `calendars_user` ON `calendars` (`user_id`);
--> statement-breakpoint
CREATE UNIQUE INDEX `calendars_provider` ON `calendars` (`account_id`,`provider_calendar_id`);
--> statement-breakpoint
CREATE TABLE `billing_customers` (
	`workspace_id` text PRIMARY KEY NOT NULL,
	`customer_id` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `billing_customers_customer` ON `billing_customers` (`customer_id`);
--> statement-breakpoint
CREATE TABLE `checkouts` (
	`id` text PRIMARY KEY NOT NULL,
	`workspace_id` text NOT NULL,
	`created_by` text NOT NULL,
	`plan` text NOT NULL,
	`interval` text NOT NULL,
	`seats` integer,
	`state` text NOT NULL,
	`session_id` text,
	`url` text,
	`subscription_id` text,
	`created_at` integer NOT NULL,
	`locale` text,
	CONSTRAINT "checkouts_state_word" CHECK("checkouts"."state" in ('open', 'complete', 'expired'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `checkouts_open` ON `checkouts` (`workspace_id`) WHERE "checkouts"."state" = 'open';
--> statement-breakpoint
CREATE UNIQUE INDEX `checkouts_session` ON `checkouts` (`session_id`) WHERE "checkouts"."session_id" is not null;
--> statement-breakpoint
CREATE INDEX `checkouts_workspace` ON `checkouts` (`workspace_id`);
--> statement-breakpoint
CREATE INDEX `checkouts_state` ON `checkouts` (`state`,`created_at`);
--> statement-breakpoint
CREATE TABLE `insider_codes` (
	`code_hash` text PRIMARY KEY NOT NULL,
	`plan` text NOT NULL,
	`uses_max` integer NOT NULL,
	`uses` integer DEFAULT 0 NOT NULL,
	`ends_at` integer NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `plan_holds` (
	`id` text PRIMARY KEY NOT NULL,
	`workspace_id` text NOT NULL,
	`source` text NOT NULL,
	`plan` text NOT NULL,
	`seats` integer,
	`starts_at` integer NOT NULL,
	`ends_at` integer,
	`code_hash` text,
	CONSTRAINT "plan_holds_source" CHECK("plan_holds"."source" in ('subscription', 'insider', 'operator'))
);
--> statement-breakpoint
CREATE INDEX `plan_holds_workspace` ON `plan_holds` (`workspace_id`,`ends_at`);
--> statement-breakpoint
CREATE UNIQUE INDEX `plan_holds_code` ON `plan_holds` (`code_hash`,`workspace_id`) WHERE "plan_holds"."code_hash" is not null;
--> statement-breakpoint
CREATE TABLE `stripe_events` (
	`id` text PRIMARY KEY NOT NULL,
	`type` text NOT NULL,
	`subscription_id` text,
	`session_id` text,
	`received_at` integer NOT NULL,
	`done_at` integer
);
--> statement-breakpoint
CREATE INDEX `stripe_events_received` ON `stripe_events` (`received_at`);
--> statement-breakpoint
CREATE INDEX `stripe_events_open` ON `stripe_events` (`received_at`) WHERE "stripe_events"."done_at" is null;
--> statement-breakpoint
CREATE TABLE `subscription_reads` (
	`id` text PRIMARY KEY NOT NULL,
	`begun` integer NOT NULL,
	`written` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE `subscriptions` (
	`id` text PRIMARY KEY NOT NULL,
	`workspace_id` text NOT NULL,
	`customer_id` text NOT NULL,
	`status` text NOT NULL,
	`plan` text NOT NULL,
	`interval` text NOT NULL,
	`seats` integer,
	`item_id` text NOT NULL,
	`period_ends_at` integer NOT NULL,
	`cancels_at` integer,
	`owed_since` integer,
	`read_at` integer NOT NULL,
	`owed_mail_for` integer,
	`ended_mail_for` integer,
	`seats_asked` integer,
	`seats_asked_until` integer,
	`double_told_at` integer
);
--> statement-breakpoint
CREATE INDEX `subscriptions_workspace` ON `subscriptions` (`workspace_id`);
--> statement-breakpoint
CREATE INDEX `subscriptions_read` ON `subscriptions` (`read_at`);
--> statement-breakpoint
CREATE TABLE `meeting_guests` (
	`meet_id` text NOT NULL,
	`email` text NOT NULL,
	`added_at` integer NOT NULL,
	`told_at` integer DEFAULT 0,
	`starts_at` integer DEFAULT 0 NOT NULL,
	`title_key` text DEFAULT '' NOT NULL,
	PRIMARY KEY(`meet_id`, `email`)
);
--> statement-breakpoint
CREATE INDEX `meeting_guests_email` ON `meeting_guests` (`email`,`meet_id`);
--> statement-breakpoint
CREATE INDEX `meeting_guests_untold` ON `meeting_guests` (`meet_id`) WHERE "meeting_guests"."told_at" is null;
--> statement-breakpoint
CREATE INDEX `meeting_guests_starts` ON `meeting_guests` (`email`,`starts_at`,`meet_id`);
--> statement-breakpoint
CREATE INDEX `meeting_guests_title` ON `meeting_guests` (`email`,`title_key`,`meet_id`);
--> statement-breakpoint
CREATE TABLE `meeting_visibility` (
	`meet_id` text PRIMARY KEY NOT NULL,
	`visibility` text NOT NULL,
	`team_id` text,
	`changed_by` text NOT NULL,
	`changed_at` integer NOT NULL,
	`starts_at` integer DEFAULT 0 NOT NULL,
	`title_key` text DEFAULT '' NOT NULL,
	CONSTRAINT "meeting_visibility_known" CHECK("meeting_visibility"."visibility" in ('private', 'team', 'named'))
);
--> statement-breakpoint
CREATE INDEX `meeting_visibility_team` ON `meeting_visibility` (`team_id`,`meet_id`) WHERE "meeting_visibility"."team_id" is not null;
--> statement-breakpoint
CREATE INDEX `meeting_visibility_starts` ON `meeting_visibility` (`team_id`,`starts_at`,`meet_id`) WHERE "meeting_visibility"."team_id" is not null;
--> statement-breakpoint
CREATE INDEX `meeting_visibility_title` ON `meeting_visibility` (`team_id`,`title_key`,`meet_id`) WHERE "meeting_visibility"."team_id" is not null;
--> statement-breakpoint
CREATE TABLE `team_invitations` (
	`id` text PRIMARY KEY NOT NULL,
	`workspace_id` text NOT NULL,
	`email` text NOT NULL,
	`token_hash` text,
	`invited_by` text NOT NULL,
	`created_at` integer NOT NULL,
	`sent_at` integer,
	`tried_at` integer DEFAULT 0 NOT NULL,
	`sends` integer DEFAULT 0 NOT NULL,
	`expires_at` integer,
	`accepted_at` integer,
	`accepted_by` text,
	`ended_at` integer,
	FOREIGN KEY (`workspace_id`) REFERENCES `workspaces`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `team_invitations_token` ON `team_invitations` (`token_hash`);
--> statement-breakpoint
CREATE UNIQUE INDEX `team_invitations_open` ON `team_invitations` (`workspace_id`,`email`) WHERE "team_invitations"."accepted_at" is null and "team_invitations"."ended_at" is null;
--> statement-breakpoint
CREATE INDEX `team_invitations_unsent` ON `team_invitations` (`workspace_id`) WHERE "team_invitations"."sent_at" is null and "team_invitations"."ended_at" is null;
--> statement-breakpoint
CREATE TABLE `team_moves` (
	`meet_id` text PRIMARY KEY NOT NULL,
	`copy_id` text,
	`workspace_id` text NOT NULL,
	`created_by` text NOT NULL,
	`copy_for` text,
	`requested_at` integer NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`due_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `team_moves_due` ON `team_moves` (`due_at`);
--> statement-breakpoint
CREATE TABLE `teams` (
	`workspace_id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`members_edit` integer DEFAULT false NOT NULL,
	`created_at` integer NOT NULL,
	`activated_at` integer,
	`default_template_id` text,
	`default_language` text,
	`default_visibility` text,
	FOREIGN KEY (`workspace_id`) REFERENCES `workspaces`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `visibility_defaults` (
	`user_id` text PRIMARY KEY NOT NULL,
	`visibility` text NOT NULL,
	`people` text DEFAULT '[]' NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `api_keys` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`workspace_id` text NOT NULL,
	`name` text NOT NULL,
	`key_hash` text NOT NULL,
	`hint` text NOT NULL,
	`scope` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer,
	`last_used_at` integer,
	`revoked_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `api_keys_hash` ON `api_keys` (`key_hash`);
--> statement-breakpoint
CREATE INDEX `api_keys_user` ON `api_keys` (`user_id`);
--> statement-breakpoint
CREATE TABLE `api_submits` (
	`key_id` text NOT NULL,
	`key_hash` text NOT NULL,
	`body_hash` text NOT NULL,
	`meet_id` text,
	`expires_at` integer NOT NULL,
	PRIMARY KEY(`key_id`, `key_hash`),
	FOREIGN KEY (`key_id`) REFERENCES `api_keys`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `api_submits_expires` ON `api_submits` (`expires_at`);
--> statement-breakpoint
CREATE TABLE `webhooks` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`workspace_id` text NOT NULL,
	`url` text NOT NULL,
	`events` text NOT NULL,
	`content` text NOT NULL,
	`secrets` text NOT NULL,
	`created_at` integer NOT NULL,
	`active_since` integer NOT NULL,
	`paused_at` integer,
	`parked_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `webhooks_user` ON `webhooks` (`user_id`);
--> statement-breakpoint
CREATE INDEX `webhooks_workspace` ON `webhooks` (`workspace_id`,`user_id`);
--> statement-breakpoint
CREATE TABLE `feeds` (
	`user_id` text NOT NULL,
	`kind` text NOT NULL,
	`workspace_id` text NOT NULL,
	`feed_id` text NOT NULL,
	`token_hash` text NOT NULL,
	`titles_shown` integer NOT NULL,
	`created_at` integer NOT NULL,
	`last_read_at` integer,
	PRIMARY KEY(`user_id`, `kind`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `feeds_token` ON `feeds` (`token_hash`);
--> statement-breakpoint
CREATE TABLE `weekly_digests` (
	`user_id` text PRIMARY KEY NOT NULL,
	`due_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `weekly_digests_due` ON `weekly_digests` (`due_at`);
--> statement-breakpoint
CREATE TABLE `oauth_clients` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`redirect_uris` text NOT NULL,
	`created_at` integer NOT NULL,
	`allowed_at` integer
);
--> statement-breakpoint
CREATE INDEX `oauth_clients_created` ON `oauth_clients` (`created_at`);
--> statement-breakpoint
CREATE TABLE `oauth_grants` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`workspace_id` text NOT NULL,
	`client_id` text NOT NULL,
	`name` text NOT NULL,
	`place` text NOT NULL,
	`resource` text NOT NULL,
	`scope` text NOT NULL,
	`created_at` integer NOT NULL,
	`started_at` integer,
	`last_used_at` integer,
	`expires_at` integer NOT NULL,
	`revoked_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `oauth_grants_user` ON `oauth_grants` (`user_id`);
--> statement-breakpoint
CREATE INDEX `oauth_grants_client` ON `oauth_grants` (`client_id`);
--> statement-breakpoint
CREATE TABLE `oauth_tokens` (
	`hash` text PRIMARY KEY NOT NULL,
	`grant_id` text NOT NULL,
	`kind` text NOT NULL,
	`redirect_uri` text,
	`challenge` text,
	`expires_at` integer NOT NULL,
	`used_at` integer,
	FOREIGN KEY (`grant_id`) REFERENCES `oauth_grants`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `oauth_tokens_grant` ON `oauth_tokens` (`grant_id`);
--> statement-breakpoint
CREATE INDEX `oauth_tokens_expires` ON `oauth_tokens` (`expires_at`);
--> statement-breakpoint
CREATE TABLE `connection_consents` (
	`state_hash` text PRIMARY KEY NOT NULL,
	`session_hash` text NOT NULL,
	`user_id` text NOT NULL,
	`workspace_id` text NOT NULL,
	`kind` text NOT NULL,
	`code_verifier` text NOT NULL,
	`return_to` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `connection_consents_created` ON `connection_consents` (`created_at`);
--> statement-breakpoint
CREATE TABLE `connections` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`workspace_id` text NOT NULL,
	`kind` text NOT NULL,
	`account_id` text NOT NULL,
	`account_name` text NOT NULL,
	`tokens` text NOT NULL,
	`sends` text NOT NULL,
	`updates` integer NOT NULL,
	`settings` text NOT NULL,
	`created_at` integer NOT NULL,
	`active_since` integer NOT NULL,
	`previewed_at` integer,
	`broken_at` integer,
	`parked_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `connections_account` ON `connections` (`user_id`,`kind`,`account_id`);
--> statement-breakpoint
CREATE INDEX `connections_workspace` ON `connections` (`workspace_id`,`user_id`);
--> statement-breakpoint
CREATE INDEX `connections_kind` ON `connections` (`kind`,`account_id`);
--> statement-breakpoint
CREATE TABLE `meeting_chats` (
	`user_id` text NOT NULL,
	`meet_id` text NOT NULL,
	PRIMARY KEY(`user_id`, `meet_id`)
);
--> statement-breakpoint
CREATE INDEX `meeting_chats_meeting` ON `meeting_chats` (`meet_id`);
--> statement-breakpoint
CREATE TABLE `calendar_endings` (
	`account_id` text PRIMARY KEY NOT NULL
);
--> statement-breakpoint
CREATE TABLE `billing_leavers` (
	`workspace_id` text NOT NULL,
	`address_hash` text NOT NULL,
	`tried_at` integer NOT NULL,
	PRIMARY KEY(`workspace_id`, `address_hash`)
);
--> statement-breakpoint
CREATE TABLE `proven_addresses` (
	`user_id` text PRIMARY KEY NOT NULL,
	`email` text NOT NULL,
	`proven_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `proven_addresses_email` ON `proven_addresses` (`email`);
--> statement-breakpoint
CREATE TABLE `typed_mails` (
	`id` text PRIMARY KEY NOT NULL,
	`address_hash` text NOT NULL,
	`sender_id` text NOT NULL,
	`at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `typed_mails_address` ON `typed_mails` (`address_hash`,`at`);
--> statement-breakpoint
CREATE INDEX `typed_mails_sender` ON `typed_mails` (`sender_id`,`at`);
--> statement-breakpoint
CREATE INDEX `typed_mails_at` ON `typed_mails` (`at`);
--> statement-breakpoint
CREATE TABLE `identity_uses` (
	`identity_hash` text PRIMARY KEY NOT NULL,
	`uploads` integer NOT NULL,
	`recordings` integer NOT NULL,
	`deleted_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `identity_uses_deleted` ON `identity_uses` (`deleted_at`);
--> statement-breakpoint
CREATE TABLE `own_words` (
	`id` text PRIMARY KEY NOT NULL,
	`workspace_id` text NOT NULL,
	`word` text NOT NULL,
	`word_key` text NOT NULL,
	`heard` text DEFAULT '[]' NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`workspace_id`) REFERENCES `workspaces`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `own_words_word` ON `own_words` (`workspace_id`,`word_key`);
--> statement-breakpoint
CREATE TABLE `usage_counts` (
	`workspace_id` text NOT NULL,
	`kind` text NOT NULL,
	`counted` integer NOT NULL,
	PRIMARY KEY(`workspace_id`, `kind`)
);
--> statement-breakpoint
CREATE TABLE `template_counts` (
	`workspace_id` text NOT NULL,
	`created_by` text NOT NULL,
	`template_id` text NOT NULL,
	`count` integer NOT NULL,
	PRIMARY KEY(`workspace_id`, `created_by`, `template_id`)
);
--> statement-breakpoint
CREATE TABLE `voice_memories` (
	`user_id` text PRIMARY KEY NOT NULL,
	`keep_days` integer NOT NULL,
	`since` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `voice_profiles` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`name` text NOT NULL,
	`name_key` text NOT NULL,
	`model` text NOT NULL,
	`vector` blob NOT NULL,
	`agreed_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `voice_memories`(`user_id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `voice_profiles_name` ON `voice_profiles` (`user_id`,`name_key`);
--> statement-breakpoint
CREATE INDEX `voice_profiles_expires` ON `voice_profiles` (`expires_at`);
--> statement-breakpoint
CREATE TABLE `sent_tasks` (
	`connection_id` text NOT NULL,
	`meet_id` text NOT NULL,
	`task_id` text NOT NULL,
	`place_id` text NOT NULL,
	`assignee_id` text,
	`mark` text NOT NULL,
	`round` integer NOT NULL,
	`state` text NOT NULL,
	`external_id` text,
	`url` text,
	`sent_at` integer NOT NULL,
	`checked_at` integer NOT NULL,
	PRIMARY KEY(`connection_id`, `meet_id`, `task_id`),
	FOREIGN KEY (`connection_id`) REFERENCES `connections`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `sent_tasks_meeting` ON `sent_tasks` (`meet_id`);
--> statement-breakpoint
CREATE INDEX `sent_tasks_external` ON `sent_tasks` (`external_id`);
--> statement-breakpoint
CREATE INDEX `sent_tasks_state` ON `sent_tasks` (`state`,`checked_at`);
--> statement-breakpoint
CREATE TRIGGER `meeting_visibility_place` AFTER INSERT ON `meeting_visibility`
BEGIN
  UPDATE meeting_visibility SET (starts_at, title_key) = (SELECT starts_at, title_key FROM meetings WHERE id = NEW.meet_id)
  WHERE meet_id = NEW.meet_id AND EXISTS (SELECT 1 FROM meetings WHERE id = NEW.meet_id);
END;
--> statement-breakpoint
CREATE TRIGGER `meeting_guests_place` AFTER INSERT ON `meeting_guests`
BEGIN
  UPDATE meeting_guests SET (starts_at, title_key) = (SELECT starts_at, title_key FROM meetings WHERE id = NEW.meet_id)
  WHERE meet_id = NEW.meet_id AND email = NEW.email AND EXISTS (SELECT 1 FROM meetings WHERE id = NEW.meet_id);
END;
--> statement-breakpoint
CREATE TRIGGER `meetings_shown_insert` AFTER INSERT ON `meetings`
BEGIN
  UPDATE meeting_visibility SET starts_at = NEW.starts_at, title_key = NEW.title_key WHERE meet_id = NEW.id;
  UPDATE meeting_guests SET starts_at = NEW.starts_at, title_key = NEW.title_key WHERE meet_id = NEW.id;
END;
--> statement-breakpoint
CREATE TRIGGER `meetings_shown_update` AFTER UPDATE OF `starts_at`, `title_key` ON `meetings`
WHEN (OLD.starts_at, OLD.title_key) <> (NEW.starts_at, NEW.title_key)
BEGIN
  UPDATE meeting_visibility SET starts_at = NEW.starts_at, title_key = NEW.title_key WHERE meet_id = NEW.id;
  UPDATE meeting_guests SET starts_at = NEW.starts_at, title_key = NEW.title_key WHERE meet_id = NEW.id;
END;
--> statement-breakpoint
CREATE TRIGGER `usage_counts_insert` AFTER INSERT ON `usage_ledger` WHEN NEW.state = 'counted'
BEGIN
  INSERT INTO usage_counts (workspace_id, kind, counted) VALUES (NEW.workspace_id, NEW.kind, 1)
  ON CONFLICT (workspace_id, kind) DO UPDATE SET counted = counted + 1;
END;
--> statement-breakpoint
CREATE TRIGGER `usage_counts_delete` AFTER DELETE ON `usage_ledger` WHEN OLD.state = 'counted'
BEGIN
  UPDATE usage_counts SET counted = counted - 1 WHERE workspace_id = OLD.workspace_id AND kind = OLD.kind;
END;
--> statement-breakpoint
CREATE TRIGGER `usage_counts_update` AFTER UPDATE OF `state`, `workspace_id`, `kind` ON `usage_ledger`
WHEN (OLD.workspace_id, OLD.kind, OLD.state = 'counted') <> (NEW.workspace_id, NEW.kind, NEW.state = 'counted')
BEGIN
  UPDATE usage_counts SET counted = counted - 1
  WHERE OLD.state = 'counted' AND workspace_id = OLD.workspace_id AND kind = OLD.kind;
  INSERT INTO usage_counts (workspace_id, kind, counted)
  SELECT NEW.workspace_id, NEW.kind, 1 WHERE NEW.state = 'counted'
  ON CONFLICT (workspace_id, kind) DO UPDATE SET counted = counted + 1;
END;
--> statement-breakpoint
CREATE TRIGGER `template_counts_insert` AFTER INSERT ON `meetings` WHEN NEW.deleted_at IS NULL
BEGIN
  INSERT INTO template_counts (workspace_id, created_by, template_id, count)
  VALUES (NEW.workspace_id, NEW.created_by, coalesce(NEW.template_id, ''), 1)
  ON CONFLICT (workspace_id, created_by, template_id) DO UPDATE SET count = count + 1;
END;
--> statement-breakpoint
CREATE TRIGGER `template_counts_delete` AFTER DELETE ON `meetings` WHEN OLD.deleted_at IS NULL
BEGIN
  UPDATE template_counts SET count = count - 1
  WHERE workspace_id = OLD.workspace_id AND created_by = OLD.created_by AND template_id = coalesce(OLD.template_id, '');
END;
--> statement-breakpoint
CREATE TRIGGER `template_counts_update`
AFTER UPDATE OF `template_id`, `deleted_at`, `workspace_id`, `created_by` ON `meetings`
WHEN (OLD.workspace_id, OLD.created_by, coalesce(OLD.template_id, ''), OLD.deleted_at IS NULL)
  <> (NEW.workspace_id, NEW.created_by, coalesce(NEW.template_id, ''), NEW.deleted_at IS NULL)
BEGIN
  UPDATE template_counts SET count = count - 1
  WHERE OLD.deleted_at IS NULL
    AND workspace_id = OLD.workspace_id AND created_by = OLD.created_by AND template_id = coalesce(OLD.template_id, '');
  INSERT INTO template_counts (workspace_id, created_by, template_id, count)
  SELECT NEW.workspace_id, NEW.created_by, coalesce(NEW.template_id, ''), 1 WHERE NEW.deleted_at IS NULL
  ON CONFLICT (workspace_id, created_by, template_id) DO UPDATE SET count = count + 1;
END;
--> statement-breakpoint
CREATE TRIGGER `meeting_counts_insert` AFTER INSERT ON `meetings` WHEN NEW.deleted_at IS NULL AND NEW.merged_into IS NULL
BEGIN
  INSERT INTO meeting_counts (workspace_id, created_by, status_group, count, duration_ms)
  VALUES (NEW.workspace_id, NEW.created_by, NEW.status_group, 1, coalesce(NEW.duration_ms, 0))
  ON CONFLICT (workspace_id, created_by, status_group)
  DO UPDATE SET count = count + 1, duration_ms = duration_ms + excluded.duration_ms;
END;
--> statement-breakpoint
CREATE TRIGGER `meeting_counts_delete` AFTER DELETE ON `meetings` WHEN OLD.deleted_at IS NULL AND OLD.merged_into IS NULL
BEGIN
  UPDATE meeting_counts SET count = count - 1, duration_ms = duration_ms - coalesce(OLD.duration_ms, 0)
  WHERE workspace_id = OLD.workspace_id AND created_by = OLD.created_by AND status_group = OLD.status_group;
END;
--> statement-breakpoint
CREATE TRIGGER `meeting_counts_update`
AFTER UPDATE OF `status`, `deleted_at`, `merged_into`, `workspace_id`, `created_by`, `duration_ms` ON `meetings`
WHEN (OLD.workspace_id, OLD.created_by, OLD.status_group, OLD.deleted_at IS NULL AND OLD.merged_into IS NULL, coalesce(OLD.duration_ms, 0))
  <> (NEW.workspace_id, NEW.created_by, NEW.status_group, NEW.deleted_at IS NULL AND NEW.merged_into IS NULL, coalesce(NEW.duration_ms, 0))
BEGIN
  UPDATE meeting_counts SET count = count - 1, duration_ms = duration_ms - coalesce(OLD.duration_ms, 0)
  WHERE OLD.deleted_at IS NULL AND OLD.merged_into IS NULL
    AND workspace_id = OLD.workspace_id AND created_by = OLD.created_by AND status_group = OLD.status_group;
  INSERT INTO meeting_counts (workspace_id, created_by, status_group, count, duration_ms)
  SELECT NEW.workspace_id, NEW.created_by, NEW.status_group, 1, coalesce(NEW.duration_ms, 0)
  WHERE NEW.deleted_at IS NULL AND NEW.merged_into IS NULL
  ON CONFLICT (workspace_id, created_by, status_group)
  DO UPDATE SET count = count + 1, duration_ms = duration_ms + excluded.duration_ms;
END;
