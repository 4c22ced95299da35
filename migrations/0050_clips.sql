CREATE TABLE `clips` (
	`clip_id` text PRIMARY KEY NOT NULL,
	`token_hash` text NOT NULL,
	`meet_id` text NOT NULL,
	`workspace_id` text NOT NULL,
	`created_by` text NOT NULL,
	`recording_id` text,
	`media` text,
	`title` text NOT NULL,
	`from_ms` integer NOT NULL,
	`to_ms` integer NOT NULL,
	`parts` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer,
	`revoked_at` integer,
	`opens` integer DEFAULT 0 NOT NULL,
	`last_opened_on` text
);
--> statement-breakpoint
CREATE INDEX `clips_meet` ON `clips` (`meet_id`,`from_ms`);--> statement-breakpoint
CREATE INDEX `clips_maker` ON `clips` (`created_by`);--> statement-breakpoint
CREATE INDEX `clips_workspace` ON `clips` (`workspace_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `clips_token` ON `clips` (`token_hash`);--> statement-breakpoint
CREATE UNIQUE INDEX `clips_standing` ON `clips` (`meet_id`,`from_ms`,`to_ms`) WHERE "clips"."revoked_at" is null;