CREATE TABLE `typed_mails` (
	`id` text PRIMARY KEY NOT NULL,
	`address_hash` text NOT NULL,
	`sender_id` text NOT NULL,
	`at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `typed_mails_address` ON `typed_mails` (`address_hash`,`at`);--> statement-breakpoint
CREATE INDEX `typed_mails_sender` ON `typed_mails` (`sender_id`,`at`);--> statement-breakpoint
CREATE INDEX `typed_mails_at` ON `typed_mails` (`at`);--> statement-breakpoint
CREATE TABLE `identity_uses` (
	`identity_hash` text PRIMARY KEY NOT NULL,
	`uploads` integer NOT NULL,
	`recordings` integer NOT NULL,
	`deleted_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `identity_uses_deleted` ON `identity_uses` (`deleted_at`);