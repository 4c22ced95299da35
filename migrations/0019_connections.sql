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
CREATE INDEX `connection_consents_created` ON `connection_consents` (`created_at`);--> statement-breakpoint
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
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `connections_account` ON `connections` (`user_id`,`kind`,`account_id`);--> statement-breakpoint
CREATE INDEX `connections_workspace` ON `connections` (`workspace_id`,`user_id`);--> statement-breakpoint
CREATE INDEX `connections_kind` ON `connections` (`kind`,`account_id`);