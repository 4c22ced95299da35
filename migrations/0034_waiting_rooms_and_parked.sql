ALTER TABLE `users` ADD `wait_minutes` integer DEFAULT 20 NOT NULL;--> statement-breakpoint
ALTER TABLE `connections` ADD `parked_at` integer;--> statement-breakpoint
ALTER TABLE `webhooks` ADD `parked_at` integer;--> statement-breakpoint
ALTER TABLE `meeting_claims` ADD `room` text;--> statement-breakpoint
CREATE INDEX `meeting_claims_place` ON `meeting_claims` (`created_by`,`room`) WHERE "meeting_claims"."room" is not null;