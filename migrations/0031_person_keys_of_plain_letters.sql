-- Written by hand: keys of names as app/domain/meeting/list.ts writes them from now on (plainLetters). Where a meeting has the same name in both
-- spellings, one row is enough.
UPDATE OR IGNORE `meeting_people` SET `person_key` = replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(`person_key`, 'œ', 'oe'), 'æ', 'ae'), 'ß', 'ss'), 'ŀ', 'l'), 'ł', 'l'), 'ø', 'o'), 'đ', 'd'), 'ð', 'd'), 'þ', 'th'), 'ı', 'i'), 'ħ', 'h'), 'ŧ', 't') WHERE `person_key` GLOB '*[œæßŀłøđðþıħŧ]*';--> statement-breakpoint
DELETE FROM `meeting_people` WHERE `person_key` GLOB '*[œæßŀłøđðþıħŧ]*';--> statement-breakpoint
UPDATE `meeting_tasks` SET `assigned_key` = replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(`assigned_key`, 'œ', 'oe'), 'æ', 'ae'), 'ß', 'ss'), 'ŀ', 'l'), 'ł', 'l'), 'ø', 'o'), 'đ', 'd'), 'ð', 'd'), 'þ', 'th'), 'ı', 'i'), 'ħ', 'h'), 'ŧ', 't') WHERE `assigned_key` GLOB '*[œæßŀłøđðþıħŧ]*';
