-- needs: device

-- Pictures of devices, re-encoded at upload: a data URL of a few kilobytes each.
create table device_logo (
  id int generated always as identity primary key,
  team_id int not null references team on delete cascade,
  name text not null,
  -- the default picture of devices of this kind; '': none
  kind text not null default '',
  picture text not null,
  created_at bigint not null
);
create unique index device_logo_kind on device_logo (team_id, kind) where kind <> '';

-- Devices that do not connect by themselves and have no certificate: their address and their monitor.
create table monitored_device (
  device_id int primary key references device on delete cascade,
  kind text not null,
  ip text not null,
  -- without secrets
  monitor jsonb not null,
  -- secrets, sealed by the vault for `third <device_id>`; '': none
  sealed text not null default '',
  logo_id int references device_logo on delete set null,
  -- incremented with every change, so that gateways detect it
  rev int not null default 1,
  -- the gateway that polls it; valid while that gateway renews its leases
  lease_by text
);
create index monitored_device_lease on monitored_device (lease_by, device_id);

-- Last result, rewritten with every poll.
create table device_poll (
  device_id int primary key references monitored_device on delete cascade,
  at bigint not null,
  -- microseconds
  rtt_us int,
  fault text not null,
  detail text not null,
  certificate_end bigint
) with (fillfactor = 50);

-- Polling gateways and when they last renewed their leases, by the clock of the database.
create table poll_gateway (
  name text primary key,
  seen_at timestamptz not null
);

-- Networks that monitors of every team may reach from this server; `public` is the public internet.
create table monitor_network (
  network text primary key,
  note text not null default ''
);
