-- Configuration states of devices for other rooms.
create view device_config_view as
  select device_id, base, base_from, base_uuid, base_at, desired_id, running, running_at, sync from device_config;
create view device_revision_view as
  select id, device_id, uuid, digest, source, state, change_id, made_by, notes, created_at, settled_at from device_revision;
create view config_lock_view as select device_id, change_id from config_lock;
