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
CREATE INDEX `sent_tasks_meeting` ON `sent_tasks` (`meet_id`);--> statement-breakpoint
CREATE INDEX `sent_tasks_external` ON `sent_tasks` (`external_id`);--> statement-breakpoint
CREATE INDEX `sent_tasks_state` ON `sent_tasks` (`state`,`checked_at`);