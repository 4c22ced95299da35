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
CREATE UNIQUE INDEX `feeds_token` ON `feeds` (`token_hash`);--> statement-breakpoint
CREATE TABLE `weekly_digests` (
	`user_id` text PRIMARY KEY NOT NULL,
	`due_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `weekly_digests_due` ON `weekly_digests` (`due_at`);