-- Outgoing messages. target and body are sealed by the vault; body is removed when the message ends.
create table message (
  id bigint generated always as identity primary key,
  carrier text not null check (carrier in ('email', 'sms')),
  target text not null,
  masked text not null,
  purpose text not null,
  body text,
  -- 0 waiting, 1 sent, 2 failed, 3 no channel is configured, 4 no recipient
  state smallint not null check (state between 0 and 4),
  -- the channel that sent it last, and its answer
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

-- Settings of the channels for messages; sealed as a whole by the vault.
create table notify_channel (
  id text primary key,
  carrier text not null,
  -- the active one of its carrier
  active smallint not null default 0 check (active in (0, 1)),
  settings text not null,
  rev int not null default 1,
  updated_at bigint not null,
  changed_by text not null
);
create unique index notify_channel_active on notify_channel (carrier) where active = 1;
