-- What each scene did, added up. rx, tx: octets where they leave the scene. wired to band6: seconds terminals were online, all
-- together. access: times a terminal came; fresh: for the first time there.
create table scene_5m (
  scene_id int not null,
  ts int not null,
  rx bigint not null default 0,
  tx bigint not null default 0,
  wired bigint not null default 0,
  band2 bigint not null default 0,
  band5 bigint not null default 0,
  band6 bigint not null default 0,
  access int not null default 0,
  fresh int not null default 0,
  primary key (scene_id, ts)
) partition by range (ts);
create table scene_1h (like scene_5m including defaults, primary key (scene_id, ts)) partition by range (ts);
create table scene_1d (like scene_5m including defaults, primary key (scene_id, ts));

-- Sums over looks, each five minutes: devices of a kind there were, and were online.
create table presence_1h (
  scene_id int not null,
  type smallint not null,
  ts int not null,
  looks int not null,
  total int not null,
  online int not null,
  primary key (scene_id, type, ts)
);
create table presence_1d (like presence_1h including defaults, primary key (scene_id, type, ts));

-- Octets by application, as far as devices can tell. simulated: some of it was told by simulated devices.
create table app_1h (
  scene_id int not null,
  ts int not null,
  app text not null,
  rx bigint not null,
  tx bigint not null,
  simulated boolean not null,
  primary key (scene_id, ts, app)
);
create table app_1d (like app_1h including defaults, primary key (scene_id, ts, app));

-- What each terminal did in an hour, until the hour is in the ledger. flow: octets both ways; online: seconds.
create table terminal_1h (
  scene_id int not null,
  ts int not null,
  terminal_id int not null,
  flow bigint not null,
  online int not null,
  access int not null,
  primary key (scene_id, ts, terminal_id)
) partition by range (ts);

-- The ledger: all that the terminals of a scene had ever done by a moment. What they did in a period is the difference of two
-- pages, whatever its length. Columns of little-endian uint32 in the order of ids, which rises: flow in KiB, online in seconds,
-- access in times, each modulo 2^32; kinds: a byte each, company + 8 * operating system.
create table terminal_page (
  scene_id int not null,
  ts int not null,
  ids bytea not null,
  kinds bytea not null,
  flow bytea not null,
  online bytea not null,
  access bytea not null,
  primary key (scene_id, ts)
);
alter table terminal_page alter ids set storage external, alter kinds set storage external, alter flow set storage external,
  alter online set storage external, alter access set storage external;
