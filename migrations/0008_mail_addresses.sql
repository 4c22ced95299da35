CREATE TABLE `mail_addresses` (
	`user_id` text PRIMARY KEY NOT NULL,
	`email` text,
	`confirmed_at` integer,
	`asked` text,
	`token_hash` text,
	`asked_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`sends` integer NOT NULL,
	`sends_since` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `mail_addresses_token` ON `mail_addresses` (`token_hash`);--> statement-breakpoint
CREATE INDEX `mail_addresses_asked` ON `mail_addresses` (`asked`);