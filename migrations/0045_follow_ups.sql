CREATE TABLE `stopped_addresses` (
	`address_key` text PRIMARY KEY NOT NULL,
	`at` integer NOT NULL
);
