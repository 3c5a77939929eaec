-- Conditions of alarms for other rooms.
create view condition_interval_view as select device_id, scene_id, type, key, from_at, to_at from condition_interval;
