-- What the kernel itself keeps, before the tables of the rooms.

-- Fingerprints of the keys in the data directory; a process with others does not start.
create table installation_key (
  name text primary key,
  fingerprint text not null,
  at timestamptz not null default now()
);
