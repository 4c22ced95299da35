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
CREATE UNIQUE INDEX `voice_profiles_name` ON `voice_profiles` (`user_id`,`name_key`);--> statement-breakpoint
CREATE INDEX `voice_profiles_expires` ON `voice_profiles` (`expires_at`);