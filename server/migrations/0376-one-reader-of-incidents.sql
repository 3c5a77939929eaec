-- Who is to be notified is planned from the changes of incidents by their own offset; the flag of a second reader goes. The table has
-- the name of either side of 0390.
alter table if exists alarm_news drop column if exists told;
alter table if exists incident_event drop column if exists told;
