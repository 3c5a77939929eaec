-- needs: device
-- The desired state of a scene, a device group or a device: one row for each object, with the fields that this level
-- sets.
create table intent (
  id int generated always as identity primary key,
  -- 0 scene, 1 device group, 2 device
  level smallint not null check (level between 0 and 2),
  scene_id int references scene on delete cascade,
  group_id int references device_group on delete cascade,
  device_id int references device on delete cascade,
  target_id int not null generated always as (coalesce(scene_id, group_id, device_id)) stored,
  kind text not null,
  key text not null,
  -- secrets as {"sealed": …}
  fields jsonb not null,
  -- an inherited entry is removed at this level
  removed boolean not null default false,
  rev int not null default 1,
  -- the last author of each field, and the time: {field: [name, unix seconds]}
  origins jsonb not null default '{}',
  changed_by text not null,
  changed_at bigint not null,
  check ((level = 0) = (scene_id is not null) and (level = 1) = (group_id is not null) and (level = 2) = (device_id is not null))
);
create unique index intent_place on intent (level, target_id, kind, key);
create index intent_scene on intent (scene_id) where scene_id is not null;
create index intent_group on intent (group_id) where group_id is not null;
create index intent_device on intent (device_id) where device_id is not null;

-- Configurations by keyed digest of their plain text; equal ones are stored once.
create table config_document (
  digest text primary key,
  -- size of the plain text
  bytes int not null,
  -- compressed, then sealed
  body bytea not null,
  created_at bigint not null
);

-- A configuration that was compiled for a device.
create table device_revision (
  id int generated always as identity primary key,
  device_id int not null references device on delete cascade,
  -- the number by which the device identifies it: unix seconds, increasing
  uuid bigint not null,
  digest text not null references config_document,
  -- explanation and refusals, stored as a document as well
  notes text references config_document,
  source text not null,
  -- the change set it came from
  change_id int,
  -- 0 created, 1 running, 2 failed, 3 rolled back
  state smallint not null default 0,
  message text not null default '',
  made_by text not null,
  created_at bigint not null,
  settled_at bigint
);
create unique index device_revision_number on device_revision (device_id, uuid);
create index device_revision_digest on device_revision (digest);
create index device_revision_notes on device_revision (notes) where notes is not null;
-- ports whose power has not been restored yet
create index device_revision_power on device_revision (created_at) where source = 'power' and state = 0;

create table device_config (
  device_id int primary key references device on delete cascade,
  -- its configuration at adoption; null with a time: it had none
  base text references config_document,
  base_uuid bigint,
  base_at bigint,
  -- its source: read from the device, derived from its reports without confirmation, imported by an administrator, or
  -- approved by an administrator, as reported or empty
  base_from text check (base_from in ('read', 'reported', 'imported', 'agreed')),
  -- derived from reports, and some facts are still unknown
  base_open boolean not null default false,
  -- the last one that was sent and accepted
  desired_id int references device_revision on delete set null,
  -- the running configuration when it was read last; null: another one was sent since
  running text references config_document,
  running_uuid bigint,
  running_at bigint,
  -- 0 not configured, 1 in sync, 2 pending, 3 drifted, 4 failed
  sync smallint not null default 0,
  message text not null default '',
  sync_at bigint not null default 0,
  -- when the policy of its scene sent it again, with any result
  resent_at bigint not null default 0
);
create index device_config_base on device_config (base) where base is not null;
create index device_config_running on device_config (running) where running is not null;
create index device_config_sync on device_config (sync) where sync > 1;
create index device_config_desired on device_config (desired_id) where desired_id is not null;

-- The policy for devices that reconnect with another configuration than the one sent.
create table config_policy (
  team_id int not null references team on delete cascade,
  -- null: of all scenes of the team without a row
  scene_id int references scene on delete cascade,
  on_return text not null check (on_return in ('ask', 'resend')),
  -- the account whose rights apply
  uid int not null,
  unique nulls not distinct (team_id, scene_id)
);

-- Devices that a change set has reserved until it is finished with them: their configuration is pending, and no other
-- set may change it. A separate table, since its rows change with every set: a row without foreign keys is written in a
-- fifth of the time.
create table config_lock (
  device_id int primary key,
  change_id int not null
);

-- Places in a device's configuration whose differences are not drift.
create table drift_rule (
  id int generated always as identity primary key,
  device_id int not null references device on delete cascade,
  -- JSON pointer; includes everything below it
  pointer text not null,
  made_by text not null,
  created_at bigint not null
);
create unique index drift_rule_place on drift_rule (device_id, pointer);
