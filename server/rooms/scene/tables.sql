-- needs: account
-- A site or project whose devices are managed together; customers are isolated from each other by scenes.
create table scene (
  id int generated always as identity primary key,
  team_id int not null references team on delete cascade,
  name text not null,
  province text not null default '',
  city text not null default '',
  address text not null default '',
  -- WGS-84
  lat double precision check (lat between -90 and 90),
  lng double precision check (lng between -180 and 180),
  industry text not null default '',
  remark text not null default '',
  time_zone text not null default 'Asia/Shanghai',
  -- the main device of the scene; null: the device room chooses. No foreign key: devices are added and removed
  -- independently.
  main_device_id int,
  rev int not null default 1,
  created_at bigint not null,
  updated_at bigint not null,
  changed_by text not null
);
create unique index scene_name on scene (team_id, lower(name));

-- Accounts of other teams that may enter a scene. mode: 1 can manage, 2 operates it, 3 read-only.
create table scene_guest (
  scene_id int not null references scene on delete cascade,
  uid int not null references account on delete cascade,
  mode smallint not null check (mode between 1 and 3),
  created_at bigint not null,
  -- null: no end. Compared whenever rights are read, so that expiry needs no job.
  expires_at bigint,
  primary key (scene_id, uid)
);
create index scene_guest_uid on scene_guest (uid);

-- The shares of a team's scenes. A link is a row without receiver; each account that receives it gets a separate row.
-- Accepted rows have a corresponding scene_guest.
create table scene_share (
  id int generated always as identity primary key,
  scene_id int not null references scene on delete cascade,
  -- the sender; null: the account was removed, its name stays
  by_uid int references account on delete set null,
  by_name text not null,
  -- 0 account, 1 link, 2 QR code
  channel smallint not null check (channel between 0 and 2),
  uid int references account on delete cascade,
  -- 1 manage, 2 view
  permission smallint not null check (permission in (1, 2, 3)),
  -- -2 revoked, -1 expired, 0 pending, 1 accepted, 2 stopped by the owner, 3 left by the receiver, 4 refused
  status smallint not null default 0 check (status between -2 and 4),
  -- SHA-256 of the code of a link
  code_hash bytea unique,
  max_uses int,
  used_cnt int not null default 0,
  note text not null default '',
  expire_at bigint,
  -- removed from the list of one side
  sent_hidden smallint not null default 0 check (sent_hidden in (0, 1)),
  received_hidden smallint not null default 0 check (received_hidden in (0, 1)),
  created_at bigint not null,
  updated_at bigint not null,
  -- the name by which an account was invited, as typed; '': by a link. If no account has it, uid is null
  invited text not null default ''
);
create index scene_share_scene on scene_share (scene_id);
create index scene_share_receiver on scene_share (uid);
create unique index scene_share_live on scene_share (scene_id, uid) where status in (0, 1);
create index scene_share_expire on scene_share (expire_at) where status in (0, 1);

create table scene_group (
  id int generated always as identity primary key,
  team_id int not null references team on delete cascade,
  name text not null,
  color smallint not null default 0,
  rev int not null default 1,
  created_at bigint not null,
  updated_at bigint not null,
  changed_by text not null
);
create unique index scene_group_name on scene_group (team_id, lower(name));

create table scene_group_member (
  group_id int not null references scene_group on delete cascade,
  scene_id int not null references scene on delete cascade,
  primary key (group_id, scene_id)
);
create index scene_group_member_scene on scene_group_member (scene_id);
