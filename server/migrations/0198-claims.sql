-- Asking for devices without proof of possession: a team waits for an administrator of the installation.
create table device_claim (
  id int generated always as identity primary key,
  serial text not null check (serial ~ '^[0-9a-f]{12}$'),
  team_id int not null references team on delete cascade,
  scene_id int not null references scene on delete cascade,
  group_id int references device_group on delete set null,
  name text not null default '',
  -- 0 waits, 1 refused, 2 the team may not ask again
  state smallint not null default 0,
  by_name text not null,
  created_at bigint not null,
  -- null: it stays, as it forbids
  expires_at bigint,
  unique (team_id, serial)
);
create index device_claim_serial on device_claim (serial);
create index device_claim_scene on device_claim (scene_id);
create index device_claim_group on device_claim (group_id) where group_id is not null;
create index device_claim_expires on device_claim (expires_at);

-- Digest of the claim code that a device tells of itself.
create table device_claim_code (
  device_id int primary key references device on delete cascade,
  hash text not null,
  told_at bigint not null
);

-- Claim codes tried in an hour: of a team for a serial number, of a team for all (serial ''), of all teams for one (team 0).
create table device_claim_try (
  team_id int not null,
  serial text not null,
  hour bigint not null,
  n int not null,
  primary key (team_id, serial, hour)
);
