-- Packet captures of devices, and one-time links to send them to.
alter table device_ticket drop constraint device_ticket_kind_check;
alter table device_ticket add constraint device_ticket_kind_check check (kind in ('upload', 'package', 'image', 'capture'));
create table device_capture (
  id int generated always as identity primary key,
  device_id int not null,
  device_name text not null,
  scene_id int not null,
  task_id int not null,
  uid int not null,
  operator text not null,
  interface text not null,
  packets int,
  seconds int,
  filter text not null,
  state smallint not null default 0,
  started_at bigint not null,
  expires_at bigint not null,
  bytes int,
  file text
);
create index device_capture_device on device_capture (device_id, id desc);
create index device_capture_scene on device_capture (scene_id, id desc);
create index device_capture_expires on device_capture (expires_at);
