CREATE TABLE `own_words` (
	`id` text PRIMARY KEY NOT NULL,
	`workspace_id` text NOT NULL,
	`word` text NOT NULL,
	`word_key` text NOT NULL,
	`heard` text DEFAULT '[]' NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`workspace_id`) REFERENCES `workspaces`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `own_words_word` ON `own_words` (`workspace_id`,`word_key`);