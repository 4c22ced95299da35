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
CREATE UNIQUE INDEX `saved_fields_save` ON `saved_fields` (`workspace_id`,`created_by`,`save_id`);--> statement-breakpoint
CREATE TABLE `template_claims` (
	`meet_id` text NOT NULL,
	`template_id` text NOT NULL,
	`held_until` integer NOT NULL,
	PRIMARY KEY(`meet_id`, `template_id`),
	FOREIGN KEY (`template_id`) REFERENCES `templates`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `template_claims_template` ON `template_claims` (`template_id`);--> statement-breakpoint
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
CREATE INDEX `template_shares_template` ON `template_shares` (`template_id`);--> statement-breakpoint
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
CREATE UNIQUE INDEX `templates_save` ON `templates` (`workspace_id`,`created_by`,`save_id`);--> statement-breakpoint
CREATE INDEX `templates_updated` ON `templates` (`workspace_id`,`updated_at`);