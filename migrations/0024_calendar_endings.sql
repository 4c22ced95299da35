CREATE TABLE `calendar_endings` (
	`account_id` text PRIMARY KEY NOT NULL
);
