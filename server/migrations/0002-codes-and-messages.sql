alter table account add column email text, add column phone text;
create unique index account_email on account (email);
create unique index account_phone on account (phone);

create table sent_code (
  id bigint generated always as identity primary key,
  key bytea not null,
  target bytea not null,
  ip text not null,
  hash text not null,
  tries smallint not null default 0,
  spent_at bigint,
  created_at bigint not null,
  expires_at bigint not null
);
create index sent_code_key on sent_code (key, id desc);
create index sent_code_target on sent_code (target, created_at);
create index sent_code_ip on sent_code (ip, created_at);
create index sent_code_created on sent_code (created_at);

create table message (
  id bigint generated always as identity primary key,
  carrier text not null check (carrier in ('email', 'sms')),
  target text not null,
  masked text not null,
  purpose text not null,
  body text,
  state smallint not null check (state between 0 and 4),
  channel text not null default '',
  answer text not null default '',
  attempts smallint not null default 0,
  next_at bigint not null,
  created_at bigint not null,
  done_at bigint,
  expires_at bigint not null
);
create index message_due on message (next_at) where state = 0;
create index message_created on message (created_at);

create table notify_channel (
  id text primary key,
  carrier text not null,
  active smallint not null default 0 check (active in (0, 1)),
  settings text not null,
  rev int not null default 1,
  updated_at bigint not null,
  changed_by text not null
);
create unique index notify_channel_active on notify_channel (carrier) where active = 1;
