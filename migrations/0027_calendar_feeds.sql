ALTER TABLE `calendars` ADD `is_mine` integer;--> statement-breakpoint
ALTER TABLE `calendars` ADD `unreadable` integer DEFAULT 0 NOT NULL;