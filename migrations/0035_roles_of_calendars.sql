-- Written by hand: meetings of calendars that somebody else organises, as far as their events are still known (decision 152).
UPDATE `meetings` SET `role` = 'guest' WHERE `source` = 'calendar' AND `deleted_at` IS NULL AND `id` IN (
  SELECT `meet_id` FROM `calendar_events` WHERE `meet_id` IS NOT NULL GROUP BY `meet_id` HAVING max(`is_organiser`) = 0
);
