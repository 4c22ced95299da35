CREATE TABLE `list_repairs` (
	`workspace_id` text NOT NULL,
	`meet_id` text NOT NULL,
	`position` integer NOT NULL,
	`fault` text NOT NULL,
	PRIMARY KEY(`workspace_id`, `meet_id`)
);
