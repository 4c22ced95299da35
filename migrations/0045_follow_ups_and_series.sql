CREATE TABLE `stopped_addresses` (
	`address_key` text PRIMARY KEY NOT NULL,
	`at` integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE `meeting_claims` ADD `series_key` text;--> statement-breakpoint
ALTER TABLE `meetings` ADD `series_key` text;--> statement-breakpoint
CREATE INDEX `meetings_series` ON `meetings` (`workspace_id`,`created_by`,`series_key`,`starts_at`) WHERE "meetings"."series_key" is not null and "meetings"."status" = 'SUMMARIZED' and "meetings"."deleted_at" is null;--> statement-breakpoint
-- Written by hand: meetings of recurring events that calendars still show.
UPDATE `meeting_claims` SET `series_key` = 'event:' || substr(`shown`.`event_key`, instr(`shown`.`event_key`, ':') + 1)
FROM `calendar_events` AS `shown`
WHERE `shown`.`meet_id` = `meeting_claims`.`meet_id` AND `shown`.`event_key` NOT LIKE '-:%';--> statement-breakpoint
UPDATE `meetings` SET `series_key` = `claim`.`series_key`
FROM `meeting_claims` AS `claim`
WHERE `claim`.`meet_id` = `meetings`.`id` AND `claim`.`series_key` IS NOT NULL AND `meetings`.`deleted_at` IS NULL;
