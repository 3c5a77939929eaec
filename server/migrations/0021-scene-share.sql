alter table scene_guest add column expires_at bigint;

-- What a team offers of its scenes and to whom. A link is a row without receiver; each account that receives it gets a row
-- of its own. Accepted rows have a scene_guest beside them.
create table scene_share (
  id int generated always as identity primary key,
  scene_id int not null references scene on delete cascade,
  -- who shares; null: the account is gone, its name stays
  by_uid int references account on delete set null,
  by_name text not null,
  -- 0 account, 1 link, 2 QR code
  way smallint not null check (way between 0 and 2),
  uid int references account on delete cascade,
  -- 1 manage, 2 view
  permission smallint not null check (permission in (1, 2)),
  -- -2 revoked, -1 expired, 0 pending, 1 accepted, 2 stopped by the owner, 3 left by the receiver, 4 refused
  status smallint not null default 0 check (status between -2 and 4),
  -- SHA-256 of the code of a link
  code_hash bytea unique,
  max_uses int,
  used_cnt int not null default 0,
  note text not null default '',
  expire_at bigint,
  -- taken out of the list of one side
  sent_hidden smallint not null default 0 check (sent_hidden in (0, 1)),
  received_hidden smallint not null default 0 check (received_hidden in (0, 1)),
  created_at bigint not null,
  updated_at bigint not null
);
create index scene_share_scene on scene_share (scene_id);
create index scene_share_receiver on scene_share (uid);
create unique index scene_share_live on scene_share (scene_id, uid) where status in (0, 1);
create index scene_share_expire on scene_share (expire_at) where status in (0, 1);
