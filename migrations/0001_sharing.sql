ALTER TABLE `share_links` ADD `link_id` text NOT NULL;--> statement-breakpoint
ALTER TABLE `share_links` ADD `title_shown` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `share_links` ADD `opens` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `share_links` ADD `last_opened_on` text;--> statement-breakpoint
CREATE UNIQUE INDEX `share_links_link` ON `share_links` (`link_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `share_links_standing` ON `share_links` (`meet_id`) WHERE "share_links"."revoked_at" is null;