CREATE TABLE `proven_addresses` (
	`user_id` text PRIMARY KEY NOT NULL,
	`email` text NOT NULL,
	`proven_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `proven_addresses_email` ON `proven_addresses` (`email`);--> statement-breakpoint
ALTER TABLE `mail_addresses` ADD `asked_session` text;--> statement-breakpoint
ALTER TABLE `mail_addresses` ADD `confirmed_hash` text;--> statement-breakpoint
CREATE UNIQUE INDEX `mail_addresses_confirmed` ON `mail_addresses` (`confirmed_hash`);