CREATE TABLE `list_repairs` (
	`workspace_id` text NOT NULL,
	`kind` text NOT NULL,
	`id` text NOT NULL,
	`position` integer DEFAULT 0 NOT NULL,
	`fault` text,
	PRIMARY KEY(`workspace_id`, `kind`, `id`)
);
