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
	`owner_user_id` text NOT NULL,
	`key` text NOT NULL,
	`upload_id` text NOT NULL,
	`part_bytes` integer NOT NULL,
	`file_bytes` integer NOT NULL,
	`file_name` text NOT NULL,
	`file_modified_at` integer NOT NULL,
	`file_digest` text NOT NULL,
	`title` text NOT NULL,
	`created_at` integer NOT NULL,
	`touched_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `unfinished_uploads_owner` ON `unfinished_uploads` (`owner_user_id`,`touched_at`);