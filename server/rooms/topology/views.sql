-- What other rooms read of the presence of devices.
create view device_presence_interval_view as
  select id, device_id, scene_id, online, since, until from device_presence_interval;
