-- What backups hold is kept once each, sealed; backups themselves learn to be compared, kept and thinned.
create table device_content (
  id int generated always as identity primary key,
  -- keyed digest of what is in it: equal for equal configurations, tells nothing to whoever has the store alone
  digest text not null unique,
  -- archive: .tar.gz of a host; document: JSON as the device's protocol spells it
  format text not null,
  -- of what is delivered, and what it takes here
  bytes bigint not null,
  sha256 text not null,
  stored bigint not null,
  -- documents are in the row, archives in the file store
  sealed bytea,
  file text
);
alter table device_content alter sealed set storage external;

-- what is there already stays as it is: files that were never sealed are read as they are
insert into device_content (digest, format, bytes, sha256, stored, file)
select distinct on (file) file, 'archive', bytes, file, bytes, file from device_backup;

alter table device_backup
  add content_id int references device_content,
  add ask text not null default '',
  add keep boolean not null default false,
  add newest boolean not null default false,
  add diff_add int,
  add diff_del int;
update device_backup b set content_id = c.id from device_content c where c.digest = b.file;
update device_backup b set newest = not exists (select from device_backup n where n.device_id = b.device_id and n.id > b.id);
alter table device_backup alter content_id set not null;
alter table device_backup drop file, drop content_sha256, drop bytes;
create index device_backup_newest on device_backup (device_id) where newest;
create index device_backup_content on device_backup (content_id);

create table device_backup_policy (
  team_id int primary key references team on delete cascade,
  -- the latest so many of a device, then the last of each day and of each week
  newest int not null,
  daily int not null,
  weekly int not null,
  -- days after which a device is overdue
  overdue_days int not null,
  changed_by text not null,
  updated_at bigint not null
);
