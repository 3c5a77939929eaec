-- needs: device
-- What is wanted of a scene, a device group or a device: one row a thing, with the fields this level sets.
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
  -- an inherited entry is taken away at this level
  removed boolean not null default false,
  rev int not null default 1,
  -- who set each field last, and when: {field: [name, unix seconds]}
  origins jsonb not null default '{}',
  changed_by text not null,
  changed_at bigint not null,
  check ((level = 0) = (scene_id is not null) and (level = 1) = (group_id is not null) and (level = 2) = (device_id is not null))
);
create unique index intent_place on intent (level, target_id, kind, key);
create index intent_scene on intent (scene_id) where scene_id is not null;
create index intent_group on intent (group_id) where group_id is not null;
create index intent_device on intent (device_id) where device_id is not null;

-- Configurations by keyed digest of their plain text; equal ones are kept once.
create table config_document (
  digest text primary key,
  -- of the plain text
  bytes int not null,
  -- compressed, then sealed
  body bytea not null,
  created_at bigint not null
);

-- A configuration that was made to be sent to a device.
create table device_revision (
  id int generated always as identity primary key,
  device_id int not null references device on delete cascade,
  -- the number the device knows it by: unix seconds, rising
  uuid bigint not null,
  digest text not null references config_document,
  -- explanation and refusals, kept as a document as well
  notes text references config_document,
  source text not null,
  -- the change set it came from
  change_id int,
  -- 0 made, 1 running, 2 failed, 3 returned from
  state smallint not null default 0,
  message text not null default '',
  made_by text not null,
  created_at bigint not null,
  settled_at bigint
);
create unique index device_revision_number on device_revision (device_id, uuid);
create index device_revision_digest on device_revision (digest);
create index device_revision_notes on device_revision (notes) where notes is not null;
-- ports whose power has still to be given back
create index device_revision_power on device_revision (created_at) where source = 'power' and state = 0;

create table device_config (
  device_id int primary key references device on delete cascade,
  -- what it had when it was adopted; null with a time: it had none
  base text references config_document,
  base_uuid bigint,
  base_at bigint,
  -- where it comes from: read on the device, put together from its reports and confirmed by nobody, imported by an administrator,
  -- or agreed to by an administrator who starts from it, or from nothing
  base_from text check (base_from in ('read', 'reported', 'imported', 'agreed')),
  -- put together from reports, and some facts are still not known
  base_open boolean not null default false,
  -- sent last and taken
  desired_id int references device_revision on delete set null,
  -- what it ran when it was read last; null: it was sent another one since
  running text references config_document,
  running_uuid bigint,
  running_at bigint,
  -- 0 not configured, 1 in sync, 2 pending, 3 drifted, 4 failed
  sync smallint not null default 0,
  message text not null default '',
  sync_at bigint not null default 0,
  -- when it was sent again by the policy of its scene, with any outcome
  resent_at bigint not null default 0
);
create index device_config_base on device_config (base) where base is not null;
create index device_config_running on device_config (running) where running is not null;
create index device_config_sync on device_config (sync) where sync > 1;
create index device_config_desired on device_config (desired_id) where desired_id is not null;

-- What is done for devices that come back with another configuration than they were sent.
create table config_policy (
  team_id int not null references team on delete cascade,
  -- null: of all scenes of the team that have no row of their own
  scene_id int references scene on delete cascade,
  on_return text not null check (on_return in ('ask', 'resend')),
  -- with whose rights it is sent
  uid int not null,
  unique nulls not distinct (team_id, scene_id)
);

-- Devices that a change set has to itself until it is done with them: what they are to run is pending, and nobody else changes it.
-- Apart from its devices' rows, since it comes and goes with every set: a row that nothing refers to and that refers to nothing
-- is written in a fifth of the time.
create table config_lock (
  device_id int primary key,
  change_id int not null
);

-- Places in a device's configuration that may differ without being drift.
create table drift_rule (
  id int generated always as identity primary key,
  device_id int not null references device on delete cascade,
  -- JSON pointer; everything below it is meant too
  pointer text not null,
  made_by text not null,
  created_at bigint not null
);
create unique index drift_rule_place on drift_rule (device_id, pointer);
