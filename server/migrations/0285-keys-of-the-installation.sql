-- Fingerprints of the keys in the data directory; the first process that starts writes them.
create table installation_key (
  name text primary key,
  fingerprint text not null,
  at timestamptz not null default now()
);
