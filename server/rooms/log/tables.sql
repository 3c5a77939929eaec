-- needs: scene
create extension if not exists pg_trgm;

-- Every change, written in the transaction of the change.
create table audit_log (
  id bigint generated always as identity primary key,
  at bigint not null,
  uid int not null,
  account text not null,
  -- the team whose log contains it: the owner of the scene
  team_id int not null,
  scene_id int,
  channel text not null,
  ip text not null,
  request_id text not null,
  call text not null,
  object text not null,
  name text not null,
  before jsonb,
  after jsonb,
  -- the operation that it undid, and the one that undid it
  undoes bigint,
  undone_by bigint,
  -- for an undo: the call whose statement defines how it is undone in turn
  undo_call text,
  -- the team of the account, where the scene belongs to another team
  guest_team_id int
);
-- newest first with any filter, for any size of the log
create index audit_log_team on audit_log (team_id, id desc nulls last) include (scene_id);
create index audit_log_account on audit_log (team_id, account, id desc nulls last) include (scene_id);
create index audit_log_scene on audit_log (scene_id, id desc nulls last) include (team_id);
create index audit_log_kind on audit_log (team_id, split_part(object, ':', 1), id desc nulls last) include (scene_id);
create index audit_log_channel on audit_log (team_id, channel, id desc nulls last) where channel <> 'console';
create index audit_log_at on audit_log (team_id, at);
create index audit_log_age on audit_log using brin (at);
create index audit_log_find on audit_log using gin (lower(name || ' ' || object || ' ' || account) gin_trgm_ops);
create index audit_log_ip on audit_log (team_id, ip, id desc nulls last) include (scene_id);
create index audit_log_request on audit_log (request_id);
create index audit_log_object on audit_log (object, id desc);
create index audit_log_guest on audit_log (guest_team_id, id desc nulls last) include (scene_id) where guest_team_id is not null;

-- The rows that an operation removed, until the undo expires.
create table deleted_snapshot (
  audit_id bigint primary key references audit_log on delete cascade,
  -- rows of all rooms, sealed by the vault
  sealed text not null,
  -- rows that must be kept as long, because these rows refer to them: device_content:12
  holds text[] not null default '{}',
  until bigint not null
);
create index deleted_snapshot_until on deleted_snapshot (until);
create index deleted_snapshot_holds on deleted_snapshot using gin (holds);

-- Lines of device logs, in daily partitions by time of arrival (dropped by age and by size). device_id 0: a source of
-- the scene that is not one of its devices, named by source. at: by the device's clock where it agrees with the
-- server's.
create table device_log (
  id bigint generated always as identity,
  at bigint not null,
  device_id int not null,
  scene_id int not null,
  type text not null,
  severity smallint not null,
  source text not null,
  program text not null,
  text text not null
) partition by range (at);
create index device_log_device on device_log (device_id, at desc, id desc);
create index device_log_scene on device_log (scene_id, at desc, id desc);

-- Syslog senders of scenes: identified by a token, or by their address.
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
  -- when a gateway last used it
  seen_at bigint not null default 0,
  check ((token_hash is null) <> (address is null)),
  -- an address belongs to one scene only
  constraint syslog_source_address exclude using gist (address inet_ops with &&)
);
create index syslog_source_scene on syslog_source (scene_id);
