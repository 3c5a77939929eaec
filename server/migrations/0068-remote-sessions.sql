-- Remote sessions on devices, with the recording of those that are terminals. Kept after the device is gone, hence no references.
create table device_remote (
  id int generated always as identity primary key,
  session text not null unique,
  kind text not null check (kind in ('shell', 'web', 'tcp')),
  device_id int not null,
  device_name text not null,
  scene_id int not null,
  task_id int not null,
  uid int not null,
  operator text not null,
  target text not null,
  started_at bigint not null,
  expires_at bigint,
  ended_at bigint,
  bytes bigint not null default 0,
  -- name in the file store; the vault sealed it
  file text,
  cut boolean not null default false
);
create index device_remote_device on device_remote (device_id, id desc);
create index device_remote_scene on device_remote (scene_id, id desc);
create index device_remote_open on device_remote (id) where ended_at is null;
