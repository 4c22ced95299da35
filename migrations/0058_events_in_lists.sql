DROP TABLE `calendar_events`;--> statement-breakpoint
ALTER TABLE `calendar_accounts` ADD `join_at` integer;--> statement-breakpoint
CREATE INDEX `calendar_accounts_join` ON `calendar_accounts` (`join_at`) WHERE "calendar_accounts"."join_at" is not null;--> statement-breakpoint
-- Written by hand: the cron wakes the accounts that are there within minutes, and each writes its events into the lists (decision 234).
UPDATE `calendar_accounts` SET `join_at` = 0;
