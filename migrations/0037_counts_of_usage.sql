CREATE TABLE `usage_counts` (
	`workspace_id` text NOT NULL,
	`kind` text NOT NULL,
	`counted` integer NOT NULL,
	PRIMARY KEY(`workspace_id`, `kind`)
);
--> statement-breakpoint
CREATE TABLE `template_counts` (
	`workspace_id` text NOT NULL,
	`created_by` text NOT NULL,
	`template_id` text NOT NULL,
	`count` integer NOT NULL,
	PRIMARY KEY(`workspace_id`, `created_by`, `template_id`)
);
--> statement-breakpoint
CREATE INDEX `usage_ledger_reserved` ON `usage_ledger` (`reserved_at`) WHERE "usage_ledger"."state" = 'reserved';--> statement-breakpoint
CREATE INDEX `meetings_joining` ON `meetings` (`workspace_id`,`created_by`,`starts_at`,`id`) WHERE "meetings"."status" = 'TORECORD' and "meetings"."deleted_at" is null;--> statement-breakpoint
-- Written by hand: counters that the triggers below keep, so that no page counts rows (decision 054).
INSERT INTO `usage_counts` (`workspace_id`, `kind`, `counted`)
SELECT `workspace_id`, `kind`, count(*) FROM `usage_ledger` WHERE `state` = 'counted' GROUP BY `workspace_id`, `kind`;--> statement-breakpoint
CREATE TRIGGER `usage_counts_insert` AFTER INSERT ON `usage_ledger` WHEN NEW.state = 'counted'
BEGIN
  INSERT INTO usage_counts (workspace_id, kind, counted) VALUES (NEW.workspace_id, NEW.kind, 1)
  ON CONFLICT (workspace_id, kind) DO UPDATE SET counted = counted + 1;
END;--> statement-breakpoint
CREATE TRIGGER `usage_counts_delete` AFTER DELETE ON `usage_ledger` WHEN OLD.state = 'counted'
BEGIN
  UPDATE usage_counts SET counted = counted - 1 WHERE workspace_id = OLD.workspace_id AND kind = OLD.kind;
END;--> statement-breakpoint
CREATE TRIGGER `usage_counts_update` AFTER UPDATE OF `state`, `workspace_id`, `kind` ON `usage_ledger`
WHEN (OLD.workspace_id, OLD.kind, OLD.state = 'counted') <> (NEW.workspace_id, NEW.kind, NEW.state = 'counted')
BEGIN
  UPDATE usage_counts SET counted = counted - 1
  WHERE OLD.state = 'counted' AND workspace_id = OLD.workspace_id AND kind = OLD.kind;
  INSERT INTO usage_counts (workspace_id, kind, counted)
  SELECT NEW.workspace_id, NEW.kind, 1 WHERE NEW.state = 'counted'
  ON CONFLICT (workspace_id, kind) DO UPDATE SET counted = counted + 1;
END;--> statement-breakpoint
INSERT INTO `template_counts` (`workspace_id`, `created_by`, `template_id`, `count`)
SELECT `workspace_id`, `created_by`, coalesce(`template_id`, ''), count(*) FROM `meetings` WHERE `deleted_at` IS NULL
GROUP BY `workspace_id`, `created_by`, coalesce(`template_id`, '');--> statement-breakpoint
CREATE TRIGGER `template_counts_insert` AFTER INSERT ON `meetings` WHEN NEW.deleted_at IS NULL
BEGIN
  INSERT INTO template_counts (workspace_id, created_by, template_id, count)
  VALUES (NEW.workspace_id, NEW.created_by, coalesce(NEW.template_id, ''), 1)
  ON CONFLICT (workspace_id, created_by, template_id) DO UPDATE SET count = count + 1;
END;--> statement-breakpoint
CREATE TRIGGER `template_counts_delete` AFTER DELETE ON `meetings` WHEN OLD.deleted_at IS NULL
BEGIN
  UPDATE template_counts SET count = count - 1
  WHERE workspace_id = OLD.workspace_id AND created_by = OLD.created_by AND template_id = coalesce(OLD.template_id, '');
END;--> statement-breakpoint
CREATE TRIGGER `template_counts_update`
AFTER UPDATE OF `template_id`, `deleted_at`, `workspace_id`, `created_by` ON `meetings`
WHEN (OLD.workspace_id, OLD.created_by, coalesce(OLD.template_id, ''), OLD.deleted_at IS NULL)
  <> (NEW.workspace_id, NEW.created_by, coalesce(NEW.template_id, ''), NEW.deleted_at IS NULL)
BEGIN
  UPDATE template_counts SET count = count - 1
  WHERE OLD.deleted_at IS NULL
    AND workspace_id = OLD.workspace_id AND created_by = OLD.created_by AND template_id = coalesce(OLD.template_id, '');
  INSERT INTO template_counts (workspace_id, created_by, template_id, count)
  SELECT NEW.workspace_id, NEW.created_by, coalesce(NEW.template_id, ''), 1 WHERE NEW.deleted_at IS NULL
  ON CONFLICT (workspace_id, created_by, template_id) DO UPDATE SET count = count + 1;
END;
