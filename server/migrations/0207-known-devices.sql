-- Browsers and places an account signed in from: they count their failed tries alone, so that nobody is locked out by others.
create table known_device (
  uid int not null references account on delete cascade,
  hash bytea not null,
  created_at bigint not null,
  last_used bigint not null,
  primary key (uid, hash)
);
create index known_device_hash on known_device (hash);
create table known_place (
  uid int not null references account on delete cascade,
  place text not null,
  last_used bigint not null,
  primary key (uid, place)
);
insert into known_place (uid, place, last_used)
  select uid, ip, max(at) from sign_in_log where ok = 1 and ip <> '' and ip not like '%:%' group by uid, ip;

-- Failed tries of one name from many addresses, found by the name.
alter table sign_in_guard add column subject bytea;
create index sign_in_guard_subject on sign_in_guard (subject) where subject is not null;
delete from sign_in_guard;

-- Whose count the tries of a second step go to.
alter table sign_in_ticket add column guard bytea not null default '';
alter table sign_in_ticket add column place text not null default '';

-- Of codes: where they were asked from, and the tries from elsewhere.
alter table sent_code add column place text not null default '';
alter table sent_code add column standing smallint not null default 0 check (standing between 0 and 2);
alter table sent_code add column tries_elsewhere smallint not null default 0;

-- Who opens many puzzles or QR codes makes room for others.
alter table captcha add column place text not null default '';
alter table qr_sign_in add column place text not null default '';
