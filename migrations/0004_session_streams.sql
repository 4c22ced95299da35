CREATE TABLE `session_streams` (
	`session_hash` text NOT NULL,
	`meet_id` text NOT NULL,
	`opened_at` integer NOT NULL,
	PRIMARY KEY(`session_hash`, `meet_id`)
);
--> statement-breakpoint
CREATE INDEX `session_streams_opened` ON `session_streams` (`opened_at`);