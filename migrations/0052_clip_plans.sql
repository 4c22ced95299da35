ALTER TABLE `clips` ADD `plan_ends_at` integer;--> statement-breakpoint
UPDATE `clips` SET `plan_ends_at` = coalesce(`revoked_at`, `expires_at`) WHERE `media` IS NOT NULL;--> statement-breakpoint
CREATE INDEX `clips_plan` ON `clips` (`plan_ends_at`) WHERE "clips"."plan_ends_at" is not null;