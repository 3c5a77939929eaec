-- A customer: owns scenes and has accounts.
create table team (
  id int generated always as identity primary key,
  name text not null,
  created_at bigint not null
);

create table account (
  id int generated always as identity primary key,
  team_id int not null references team on delete cascade,
  account text not null,
  nick_name text not null,
  avatar text not null default '',
  -- 0 owner, 1 administrator, 2 operator, 3 viewer
  role smallint not null check (role between 0 and 3),
  -- administrator of this installation
  is_admin smallint not null default 0 check (is_admin in (0, 1)),
  -- argon2id, in the standard text form
  hash text not null,
  -- when it was set; 0: before this was recorded
  hash_at bigint not null default 0,
  -- the generated first password was never used: it is printed again at the next start
  unused smallint not null default 0 check (unused in (0, 1)),
  theme smallint not null default 0 check (theme in (0, 1)),
  lang text not null default 'zh' check (lang in ('zh', 'en')),
  menu_nav jsonb,
  -- closed by its owner: removed at this time, unless a sign-in happens before
  cancel_at bigint,
  rev int not null default 1,
  created_at bigint not null,
  updated_at bigint not null,
  changed_by text not null,
  -- both verified and normalized: lower case, E.164
  email text,
  phone text,
  -- a code sent there is the second step of a sign-in
  second_sms smallint not null default 0 check (second_sms in (0, 1)),
  second_email smallint not null default 0 check (second_email in (0, 1))
);
create unique index account_name on account (lower(account));
create unique index account_email on account (email);
create unique index account_phone on account (phone);
create index account_team on account (team_id);
-- every session check, quota check and monitor queries the teams that run the installation
create index account_admin on account (team_id) where is_admin = 1;

create table session (
  id bigint generated always as identity primary key,
  -- SHA-256 of the token; the token itself is not stored
  token_hash bytea not null unique,
  uid int not null references account on delete cascade,
  channel text not null default 'console' check (channel in ('console', 'api')),
  ip text not null,
  agent text not null,
  created_at bigint not null,
  last_used bigint not null,
  expires_at bigint not null,
  -- an API token has a name, and a role that is not above its owner's
  name text not null default '',
  role smallint check (role between 0 and 3),
  -- when its owner last proved their identity, signing in included: for calls that require fresh sessions
  proved_at bigint not null default 0,
  -- the API token may make such calls
  sensitive smallint not null default 0 check (sensitive in (0, 1))
);
create index session_uid on session (uid);
create unique index session_name on session (uid, lower(name)) where channel = 'api';

-- Failed attempts by account name or address, hashed: people type passwords into the wrong field. Names without an
-- account are counted too, so that a lock-out does not reveal which accounts exist.
create table sign_in_guard (
  key bytea primary key,
  failures int not null,
  last_at bigint not null,
  locked_until bigint not null,
  -- hash of the name, where it has several counters
  subject bytea
);
create index sign_in_guard_last on sign_in_guard (last_at);
create index sign_in_guard_subject on sign_in_guard (subject) where subject is not null;

-- Browsers that signed in before, by SHA-256 of a secret they keep: their failed attempts are counted separately, so
-- that others cannot lock them out. Removed when the password changes.
create table known_device (
  uid int not null references account on delete cascade,
  hash bytea not null,
  created_at bigint not null,
  last_used bigint not null,
  primary key (uid, hash)
);
create index known_device_hash on known_device (hash);

-- Addresses that an account signed in from, of IPv6 the /64, for the same purpose.
create table known_place (
  uid int not null references account on delete cascade,
  place text not null,
  last_used bigint not null,
  primary key (uid, place)
);

-- The second step: an authenticator app (RFC 6238). secret: sealed by the vault. confirmed_at 0: the binding is not
-- confirmed. last_step: the time step of the newest code that was used; none is accepted twice.
create table account_otp (
  uid int primary key references account on delete cascade,
  secret text not null,
  confirmed_at bigint not null default 0,
  last_step bigint not null default 0,
  created_at bigint not null
);

-- Codes for a lost telephone, SHA-256 of 80 random bits each; a used one is removed.
create table recovery_code (
  uid int not null references account on delete cascade,
  hash bytea not null,
  primary key (uid, hash)
);

-- Sign-ins between the first step and the second. Lost in a crash: the first step is repeated.
create unlogged table sign_in_ticket (
  -- SHA-256 of the ticket
  hash bytea primary key,
  uid int not null references account on delete cascade,
  -- the method of the first step: password, sms
  first text not null,
  tries smallint not null default 0,
  expires_at bigint not null,
  -- the counter of the attempts: the account's, or that of a known device or place
  guard bytea not null default '',
  place text not null default ''
);
create index sign_in_ticket_uid on sign_in_ticket (uid);

-- Pending sign-ins by QR code. The browser has the preimage of key_hash, the picture that of qr_hash.
create unlogged table qr_sign_in (
  key_hash bytea primary key,
  qr_hash bytea not null unique,
  state text not null default 'wait' check (state in ('wait', 'scanned', 'confirmed', 'refused')),
  -- the user who scanned
  uid int references account on delete cascade,
  ip text not null,
  agent text not null,
  created_at bigint not null,
  expires_at bigint not null,
  -- when the owner of the session that confirmed it last proved their identity
  proved_at bigint not null default 0,
  -- where it was requested from, of IPv6 the /64
  place text not null default ''
);
create index qr_sign_in_expires on qr_sign_in (expires_at);

-- Successful and failed sign-ins, by account; failures only for names that exist.
create table sign_in_log (
  id bigint generated always as identity primary key,
  uid int not null references account on delete cascade,
  at bigint not null,
  method text not null,
  ok smallint not null check (ok in (0, 1)),
  ip text not null,
  agent text not null
);
create index sign_in_log_uid on sign_in_log (uid, at desc);

-- Codes that were requested, sent or not; the last one of a key is valid.
create table sent_code (
  id bigint generated always as identity primary key,
  -- SHA-256 of purpose, carrier and target; of carrier and target
  key bytea not null,
  target bytea not null,
  -- the address of the request
  ip text not null,
  -- SHA-256 of the code, sealed by the vault
  hash text not null,
  tries smallint not null default 0,
  used_at bigint,
  created_at bigint not null,
  expires_at bigint not null,
  -- where it was requested from, of IPv6 the /64
  place text not null default '',
  -- requester: 0 anyone, 1 a person with the password or a session, 2 a place that the account signed in from
  standing smallint not null default 0 check (standing between 0 and 2),
  -- attempts from other places: they do not count against the place that requested the code
  tries_elsewhere smallint not null default 0
);
create index sent_code_key on sent_code (key, id desc);
create index sent_code_target on sent_code (target, created_at);
create index sent_code_place on sent_code (place, created_at);
create index sent_code_created on sent_code (created_at);

-- Saved views of the console's lists: a name for search, filters, order and columns.
create table list_view (
  id int generated always as identity primary key,
  uid int not null references account on delete cascade,
  -- the console's name of the list
  list text not null,
  name text not null,
  state jsonb not null,
  -- the list opens with it
  usual smallint not null default 0 check (usual in (0, 1)),
  created_at bigint not null,
  updated_at bigint not null
);
create unique index list_view_name on list_view (uid, list, lower(name));
create unique index list_view_usual on list_view (uid, list) where usual = 1;

-- The quota of a team; without a row the default applies. team_id null: of all teams without a row.
create table team_quota (
  team_id int references team on delete cascade,
  key text not null,
  -- null: no limit
  most bigint,
  unique nulls not distinct (team_id, key)
);

-- The usage of a team for daily quotas (days since 1970, UTC).
create table team_quota_use (
  team_id int not null references team on delete cascade,
  key text not null,
  day int not null,
  used bigint not null,
  primary key (team_id, key, day)
);
