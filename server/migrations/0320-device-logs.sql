-- Lines of devices' logs, in a partition a day of the moment they came (dropped by age and by size). device_id 0: a source of the
-- scene that is no device of it, named by source. at: by the device's clock where it agrees with ours.
create table device_log (
  id bigint generated always as identity,
  at bigint not null,
  device_id int not null,
  scene_id int not null,
  type text not null,
  severity smallint not null,
  source text not null,
  program text not null,
  text text not null
) partition by range (at);
create index device_log_device on device_log (device_id, at desc, id desc);
create index device_log_scene on device_log (scene_id, at desc, id desc);
