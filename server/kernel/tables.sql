-- The kernel's tables, created before those of the rooms.

-- Fingerprints of the keys in the data directory; a process with other keys does not start.
create table installation_key (
  name text primary key,
  fingerprint text not null,
  at timestamptz not null default now()
);

-- Periodic jobs: the next due time by the clock of the database, and the last results.
create table job_schedule (
  name text primary key,
  -- seconds
  period int not null,
  -- unix seconds
  due bigint not null,
  -- times it ran to its end
  runs bigint not null default 0,
  ran_at bigint
);

-- Processes of the installation, one row per run with its heartbeats. All times are those of the database.
create table node (
  id text primary key,
  -- host and port: the same after a restart
  name text not null,
  host text not null,
  roles text[] not null,
  version text not null,
  started_at bigint not null,
  seen_at bigint not null,
  beats bigint not null default 0,
  -- whether it reaches the bus
  bus boolean not null default true,
  -- another process detected missing heartbeats
  lost_at bigint,
  stopped_at bigint,
  -- its gateways do not answer their process
  hung boolean not null default false
);

-- Outages of a process, of the bus and of the database, and their ends.
create table outage (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('node', 'bus', 'database')),
  -- of the process
  name text not null default '',
  roles text[] not null default '{}',
  began_at bigint not null,
  ended_at bigint,
  -- 0: no message was sent, 1: of its beginning, 2: of its end
  notified smallint not null default 0 check (notified between 0 and 2)
);
create unique index outage_open on outage (kind, name) where ended_at is null;
