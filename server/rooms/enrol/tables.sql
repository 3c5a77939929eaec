-- needs: device

-- One-time permission for a host to enrol into a scene; the token itself is not stored.
create table device_enrol_token (
  hash bytea primary key,
  scene_id int not null references scene on delete cascade,
  name text not null default '',
  created_by text not null,
  created_at bigint not null,
  expires_at bigint not null,
  used_at bigint,
  serial text
);

-- Requests for devices without proof of possession: a team waits for an administrator of the installation.
create table device_claim (
  id int generated always as identity primary key,
  serial text not null check (serial ~ '^[0-9a-f]{12}$'),
  team_id int not null references team on delete cascade,
  scene_id int not null references scene on delete cascade,
  group_id int references device_group on delete set null,
  name text not null default '',
  -- 0 waits, 1 refused, 2 the team may not request it again
  state smallint not null default 0,
  by_name text not null,
  created_at bigint not null,
  -- null: it stays, because it forbids
  expires_at bigint,
  unique (team_id, serial)
);
create index device_claim_serial on device_claim (serial);
create index device_claim_scene on device_claim (scene_id);
create index device_claim_group on device_claim (group_id) where group_id is not null;
create index device_claim_expires on device_claim (expires_at);

-- Digest of the claim code, as reported by the device.
create table device_claim_code (
  device_id int primary key references device on delete cascade,
  hash text not null,
  reported_at bigint not null
);

-- Attempts at claim codes in an hour: of a team for a serial number, of a team for all (serial ''), of all teams for
-- one (team 0).
create table device_claim_try (
  team_id int not null,
  serial text not null,
  hour bigint not null,
  n int not null,
  primary key (team_id, serial, hour)
);

-- Connections that were refused before identification; equal ones share a row. Bounded when written.
create table door_refusal (
  id int generated always as identity primary key,
  address text not null,
  -- the address that is counted, of IPv6 its network
  place text not null,
  reason smallint not null,
  -- as in the certificate, verified or not; '': none, or several
  subject text not null,
  issuer text not null,
  -- from its common name; '': it is not a serial number
  serial text not null,
  -- of the certificate; 0: unknown
  ends_at bigint not null,
  detail text not null,
  count int not null,
  first_at bigint not null,
  last_at bigint not null,
  unique (address, reason, subject)
);
create index door_refusal_serial on door_refusal (serial) where serial <> '';
