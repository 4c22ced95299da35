CREATE TABLE `billing_leavers` (
	`workspace_id` text NOT NULL,
	`address_hash` text NOT NULL,
	`tried_at` integer NOT NULL,
	PRIMARY KEY(`workspace_id`, `address_hash`)
);
