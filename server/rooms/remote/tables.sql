-- needs: device

-- The apps of a device, as it last reported them.
create table device_app (
  id int generated always as identity primary key,
  device_id int not null references device on delete cascade,
  name text not null,
  description text not null,
  status smallint not null,
  detail text not null,
  reported_at bigint not null,
  unique (device_id, name)
);

-- Remote sessions on devices, with the recordings of terminals. Kept after the device is removed, hence no references.
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
  truncated boolean not null default false
);
create index device_remote_device on device_remote (device_id, id desc);
create index device_remote_scene on device_remote (scene_id, id desc);
create index device_remote_open on device_remote (id) where ended_at is null;

-- Packet captures. Kept after the device is removed, hence no references.
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
  -- captureState
  state smallint not null default 0,
  started_at bigint not null,
  expires_at bigint not null,
  bytes int,
  -- name in the file store; the vault sealed it
  file text
);
create index device_capture_device on device_capture (device_id, id desc);
create index device_capture_scene on device_capture (scene_id, id desc);
create index device_capture_expires on device_capture (expires_at);
