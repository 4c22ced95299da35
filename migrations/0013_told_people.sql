ALTER TABLE `subscriptions` ADD `ended_mail_for` integer;--> statement-breakpoint
ALTER TABLE `meeting_guests` ADD `told_at` integer DEFAULT 0;--> statement-breakpoint
CREATE INDEX `meeting_guests_untold` ON `meeting_guests` (`meet_id`) WHERE "meeting_guests"."told_at" is null;--> statement-breakpoint
CREATE INDEX `users_address` ON `users` (lower("email"));--> statement-breakpoint
CREATE INDEX `mail_addresses_address` ON `mail_addresses` (lower("email"));