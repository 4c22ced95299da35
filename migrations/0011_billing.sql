CREATE TABLE `billing_customers` (
	`workspace_id` text PRIMARY KEY NOT NULL,
	`customer_id` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `billing_customers_customer` ON `billing_customers` (`customer_id`);--> statement-breakpoint
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
	CONSTRAINT "checkouts_state_word" CHECK("checkouts"."state" in ('open', 'complete', 'expired'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `checkouts_open` ON `checkouts` (`workspace_id`) WHERE "checkouts"."state" = 'open';--> statement-breakpoint
CREATE UNIQUE INDEX `checkouts_session` ON `checkouts` (`session_id`) WHERE "checkouts"."session_id" is not null;--> statement-breakpoint
CREATE INDEX `checkouts_workspace` ON `checkouts` (`workspace_id`);--> statement-breakpoint
CREATE INDEX `checkouts_state` ON `checkouts` (`state`,`created_at`);--> statement-breakpoint
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
CREATE INDEX `plan_holds_workspace` ON `plan_holds` (`workspace_id`,`ends_at`);--> statement-breakpoint
CREATE UNIQUE INDEX `plan_holds_code` ON `plan_holds` (`code_hash`,`workspace_id`) WHERE "plan_holds"."code_hash" is not null;--> statement-breakpoint
CREATE TABLE `stripe_events` (
	`id` text PRIMARY KEY NOT NULL,
	`type` text NOT NULL,
	`subscription_id` text,
	`session_id` text,
	`received_at` integer NOT NULL,
	`done_at` integer
);
--> statement-breakpoint
CREATE INDEX `stripe_events_received` ON `stripe_events` (`received_at`);--> statement-breakpoint
CREATE INDEX `stripe_events_open` ON `stripe_events` (`received_at`) WHERE "stripe_events"."done_at" is null;--> statement-breakpoint
CREATE TABLE `subscription_reads` (
	`id` text PRIMARY KEY NOT NULL,
	`begun` integer NOT NULL
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
	`owed_mail_for` integer
);
--> statement-breakpoint
CREATE INDEX `subscriptions_workspace` ON `subscriptions` (`workspace_id`);--> statement-breakpoint
CREATE INDEX `subscriptions_read` ON `subscriptions` (`read_at`);--> statement-breakpoint
INSERT INTO `plan_holds` (`id`, `workspace_id`, `source`, `plan`, `starts_at`) SELECT `id`, `id`, 'operator', `plan`, `created_at` FROM `workspaces` WHERE `plan` <> 'free';
