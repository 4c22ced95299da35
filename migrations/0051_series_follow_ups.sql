CREATE TABLE `series_follow_ups` (
	`user_id` text NOT NULL,
	`series_key` text NOT NULL,
	`recipients` text NOT NULL,
	`locale` text NOT NULL,
	`with_link` integer NOT NULL,
	`chosen_at` integer NOT NULL,
	`ends_at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `series_key`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `series_follow_ups_ends` ON `series_follow_ups` (`ends_at`);