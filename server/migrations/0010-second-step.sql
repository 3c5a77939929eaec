alter table session add column proved_until bigint not null default 0;

create table account_otp (
  uid int primary key references account on delete cascade,
  secret text not null,
  confirmed_at bigint not null default 0,
  last_step bigint not null default 0,
  created_at bigint not null
);

create table recovery_code (
  uid int not null references account on delete cascade,
  hash bytea not null,
  primary key (uid, hash)
);

create unlogged table sign_in_ticket (
  hash bytea primary key,
  uid int not null references account on delete cascade,
  first text not null,
  tries smallint not null default 0,
  expires_at bigint not null
);
create index sign_in_ticket_uid on sign_in_ticket (uid);

create unlogged table qr_sign_in (
  key_hash bytea primary key,
  qr_hash bytea not null unique,
  state text not null default 'wait' check (state in ('wait', 'scanned', 'confirmed', 'refused')),
  uid int references account on delete cascade,
  ip text not null,
  agent text not null,
  created_at bigint not null,
  expires_at bigint not null
);
create index qr_sign_in_expires on qr_sign_in (expires_at);

create table sign_in_log (
  id bigint generated always as identity primary key,
  uid int not null references account on delete cascade,
  at bigint not null,
  way text not null,
  ok smallint not null check (ok in (0, 1)),
  ip text not null,
  agent text not null
);
create index sign_in_log_uid on sign_in_log (uid, at desc);
