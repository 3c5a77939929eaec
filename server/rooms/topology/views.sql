-- The presence of devices for other rooms.
create view device_presence_interval_view as
  select id, device_id, scene_id, online, since, until from device_presence_interval;
-- Planned work during which a device is expected to be away.
create view device_absence_view as select id, device_id, from_at, until from device_absence;
