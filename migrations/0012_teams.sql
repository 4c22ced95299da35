CREATE TABLE `meeting_guests` (
	`meet_id` text NOT NULL,
	`email` text NOT NULL,
	`added_at` integer NOT NULL,
	PRIMARY KEY(`meet_id`, `email`)
);
--> statement-breakpoint
CREATE INDEX `meeting_guests_email` ON `meeting_guests` (`email`,`meet_id`);--> statement-breakpoint
CREATE TABLE `meeting_visibility` (
	`meet_id` text PRIMARY KEY NOT NULL,
	`visibility` text NOT NULL,
	`team_id` text,
	`changed_by` text NOT NULL,
	`changed_at` integer NOT NULL,
	CONSTRAINT "meeting_visibility_known" CHECK("meeting_visibility"."visibility" in ('private', 'team', 'named'))
);
--> statement-breakpoint
CREATE INDEX `meeting_visibility_team` ON `meeting_visibility` (`team_id`,`meet_id`) WHERE "meeting_visibility"."team_id" is not null;--> statement-breakpoint
CREATE TABLE `team_invitations` (
	`id` text PRIMARY KEY NOT NULL,
	`workspace_id` text NOT NULL,
	`email` text NOT NULL,
	`token_hash` text,
	`invited_by` text NOT NULL,
	`created_at` integer NOT NULL,
	`sent_at` integer,
	`tried_at` integer DEFAULT 0 NOT NULL,
	`sends` integer DEFAULT 0 NOT NULL,
	`expires_at` integer,
	`accepted_at` integer,
	`accepted_by` text,
	`ended_at` integer,
	FOREIGN KEY (`workspace_id`) REFERENCES `workspaces`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `team_invitations_token` ON `team_invitations` (`token_hash`);--> statement-breakpoint
CREATE UNIQUE INDEX `team_invitations_open` ON `team_invitations` (`workspace_id`,`email`) WHERE "team_invitations"."accepted_at" is null and "team_invitations"."ended_at" is null;--> statement-breakpoint
CREATE INDEX `team_invitations_unsent` ON `team_invitations` (`workspace_id`) WHERE "team_invitations"."sent_at" is null and "team_invitations"."ended_at" is null;--> statement-breakpoint
CREATE TABLE `team_moves` (
	`meet_id` text PRIMARY KEY NOT NULL,
	`copy_id` text,
	`workspace_id` text NOT NULL,
	`created_by` text NOT NULL,
	`copy_for` text,
	`requested_at` integer NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`due_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `team_moves_due` ON `team_moves` (`due_at`);--> statement-breakpoint
CREATE TABLE `teams` (
	`workspace_id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`members_edit` integer DEFAULT false NOT NULL,
	`created_at` integer NOT NULL,
	`activated_at` integer,
	FOREIGN KEY (`workspace_id`) REFERENCES `workspaces`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `visibility_defaults` (
	`user_id` text PRIMARY KEY NOT NULL,
	`visibility` text NOT NULL,
	`people` text DEFAULT '[]' NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
