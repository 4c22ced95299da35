CREATE TABLE `meeting_chats` (
	`user_id` text NOT NULL,
	`meet_id` text NOT NULL,
	PRIMARY KEY(`user_id`, `meet_id`)
);
--> statement-breakpoint
CREATE INDEX `meeting_chats_meeting` ON `meeting_chats` (`meet_id`);--> statement-breakpoint
ALTER TABLE `checkouts` ADD `locale` text;--> statement-breakpoint
ALTER TABLE `subscriptions` ADD `seats_asked` integer;--> statement-breakpoint
ALTER TABLE `subscriptions` ADD `seats_asked_until` integer;