-- What other rooms read of conditions that alarms are raised from.
create view condition_interval_view as select device_id, scene_id, type, key, from_at, to_at from condition_interval;
