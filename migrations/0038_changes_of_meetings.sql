ALTER TABLE `meetings` ADD `changed_at` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `meetings_changed` ON `meetings` ("workspace_id" || ' ' || "created_by",`changed_at`,`id`) WHERE "meetings"."deleted_at" is null;--> statement-breakpoint
-- Written by hand: until a meeting's next change, its last one is known by the clock of its object.
UPDATE `meetings` SET `changed_at` = `updated_at` WHERE `deleted_at` IS NULL;
