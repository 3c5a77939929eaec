-- needs: device
-- Sets of edits of intents, from the draft to the end. One draft for each user.
create table change_set (
  id int generated always as identity primary key,
  team_id int not null references team on delete cascade,
  uid int not null,
  operator text not null,
  name text not null,
  state text not null default 'draft' check (state in ('draft', 'running', 'returning', 'done', 'returned')),
  phase text not null default 'prepare' check (phase in ('prepare', 'canary', 'soak', 'rest', 'offline', 'commit', 'end')),
  -- counts the changes of its edits
  rev int not null default 1,
  device_cnt int not null default 0,
  options jsonb not null default '{}',
  reason text,
  -- a user requested its end: cancel, or finish without the devices that are offline
  asked text check (asked in ('cancel', 'finish')),
  -- the running wave, and the time until which the canary is watched
  wave int not null default 0,
  soak_until bigint,
  -- the edits that revert it, secrets sealed
  inverse jsonb,
  -- devices behind the canary that were online, and the number of terminals there, before anything was sent
  watched int[] not null default '{}',
  terminals_before int not null default 0,
  undo_of int references change_set on delete set null,
  undone_by int references change_set on delete set null,
  -- only one worker drives a set: the name of its run, and the end of its lease
  lease_by text,
  lease_until bigint not null default 0,
  created_at bigint not null,
  started_at bigint,
  ended_at bigint,
  -- of its devices: the owners of these scenes see the set and may end it
  scene_ids int[] not null default '{}',
  -- the task whose items end with the set
  task_id int
);
create index change_scenes on change_set using gin (scene_ids);
create unique index change_draft on change_set (uid) where state = 'draft';
create index change_team on change_set (team_id, id desc);
create index change_open on change_set (lease_until) where state in ('running', 'returning');

-- Secrets of `fields` are sealed.
create table change_edit (
  set_id int not null references change_set on delete cascade,
  level smallint not null check (level between 0 and 2),
  target_id int not null,
  kind text not null,
  key text not null,
  -- null: removes the intent at this place
  fields jsonb,
  removed boolean not null default false,
  -- of the intent when the edit was made
  rev int,
  position int generated always as identity,
  primary key (set_id, level, target_id, kind, key)
);

-- The result of a set on one device. Kept after the device is removed, hence no reference.
create table change_item (
  set_id int not null references change_set on delete cascade,
  device_id int not null,
  sn text not null,
  name text not null,
  scene_id int not null,
  wave int not null,
  state text not null default 'waiting',
  armed boolean not null default false,
  -- number of the configuration that was sent last
  uuid bigint not null,
  -- revisions of room intent: the new configuration, and the one that reverts it
  after_id int,
  back_id int,
  reason text,
  msg text not null default '',
  -- the device's messages about the configuration, with the intents they concern; null: none
  lines jsonb,
  -- intents that the configuration does not contain, or not as specified, with the reason; null: none
  refusals jsonb,
  -- time of the last step, and the time after which it counts as failed
  at bigint not null,
  until bigint,
  primary key (set_id, device_id)
)
-- each row is written three times within a minute: space for updates in the same page
with (fillfactor = 40);
create index change_item_device on change_item (device_id, set_id desc);

-- The history of a set, for people.
create table change_event (
  id int generated always as identity primary key,
  set_id int not null references change_set on delete cascade,
  at bigint not null,
  by text not null,
  what text not null,
  data jsonb
);
create index change_event_set on change_event (set_id, id);

-- Devices that are to report as soon as their configuration is known, and the account that requested it.
create table report_request (
  device_id int primary key references device on delete cascade,
  uid int not null,
  requested_at bigint not null
);
