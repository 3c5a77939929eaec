-- What the kernel itself keeps, before the tables of the rooms.

-- Fingerprints of the keys in the data directory; a process with others does not start.
create table installation_key (
  name text primary key,
  fingerprint text not null,
  at timestamptz not null default now()
);

-- Jobs with a rhythm: when each is due next, by the clock of the database, and what it did.
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
