-- Who sends syslog to which scene: who carries its token, or who sends from its address.
create table syslog_source (
  id int generated always as identity primary key,
  scene_id int not null references scene on delete cascade,
  name text not null,
  -- sha256 of the token; null: by address
  token_hash bytea unique,
  -- null: by token
  address cidr,
  created_at bigint not null,
  created_by text not null default '',
  -- last time a gateway asked for it
  seen_at bigint not null default 0,
  check ((token_hash is null) <> (address is null)),
  -- an address is of one scene alone
  constraint syslog_source_address exclude using gist (address inet_ops with &&)
);
create index syslog_source_scene on syslog_source (scene_id);
