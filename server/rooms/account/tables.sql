-- A customer: owns scenes, has accounts.
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
  -- argon2id, in the usual text form
  hash text not null,
  -- when it was set; 0: before that was noted
  hash_at bigint not null default 0,
  -- the generated first password was never used: it is printed again at the next start
  unused smallint not null default 0 check (unused in (0, 1)),
  theme smallint not null default 0 check (theme in (0, 1)),
  lang text not null default 'zh' check (lang in ('zh', 'en')),
  menu_nav jsonb,
  -- closed by its owner: removed then, unless somebody signs in before
  cancel_at bigint,
  rev int not null default 1,
  created_at bigint not null,
  updated_at bigint not null,
  changed_by text not null,
  -- both verified, in their one spelling: lower case, E.164
  email text,
  phone text,
  -- a code sent there serves as second step of a sign-in
  second_sms smallint not null default 0 check (second_sms in (0, 1)),
  second_email smallint not null default 0 check (second_email in (0, 1))
);
create unique index account_name on account (lower(account));
create unique index account_email on account (email);
create unique index account_phone on account (phone);
create index account_team on account (team_id);
-- every look at a session, a quota and a monitor asks which teams run the installation
create index account_admin on account (team_id) where is_admin = 1;

create table session (
  id bigint generated always as identity primary key,
  -- SHA-256 of the token; the token itself is nowhere
  token_hash bytea not null unique,
  uid int not null references account on delete cascade,
  channel text not null default 'console' check (channel in ('console', 'api')),
  ip text not null,
  agent text not null,
  created_at bigint not null,
  last_used bigint not null,
  expires_at bigint not null,
  -- an API token has a name, and a role that can only be weaker than its owner's
  name text not null default '',
  role smallint check (role between 0 and 3),
  -- when its owner last showed to be there, signing in included: for calls that are for fresh sessions only
  proved_at bigint not null default 0,
  -- an API token that may make such calls
  sensitive smallint not null default 0 check (sensitive in (0, 1))
);
create index session_uid on session (uid);
create unique index session_name on session (uid, lower(name)) where channel = 'api';

-- Failed tries by account name or address, hashed: people type passwords into the wrong field. Names that no account has
-- are counted too, so that a lock-out does not tell which accounts exist.
create table sign_in_guard (
  key bytea primary key,
  failures int not null,
  last_at bigint not null,
  locked_until bigint not null,
  -- hash of the name, where several counts are kept of one
  subject bytea
);
create index sign_in_guard_last on sign_in_guard (last_at);
create index sign_in_guard_subject on sign_in_guard (subject) where subject is not null;

-- Browsers that signed in before, by SHA-256 of a secret they keep: their failed tries are counted alone, so that nobody is
-- locked out by others. Ended with the password.
create table known_device (
  uid int not null references account on delete cascade,
  hash bytea not null,
  created_at bigint not null,
  last_used bigint not null,
  primary key (uid, hash)
);
create index known_device_hash on known_device (hash);

-- Addresses that an account signed in from, of IPv6 the /64, to the same end.
create table known_place (
  uid int not null references account on delete cascade,
  place text not null,
  last_used bigint not null,
  primary key (uid, place)
);

-- The second step: an authenticator app (RFC 6238). secret: sealed by the vault. confirmed_at 0: binding has begun only.
-- last_step: the time step of the newest code that was taken; none is taken twice.
create table account_otp (
  uid int primary key references account on delete cascade,
  secret text not null,
  confirmed_at bigint not null default 0,
  last_step bigint not null default 0,
  created_at bigint not null
);

-- Codes for a lost telephone, SHA-256 of 80 random bits each; a used one is gone.
create table recovery_code (
  uid int not null references account on delete cascade,
  hash bytea not null,
  primary key (uid, hash)
);

-- Sign-ins between the first step and the second. Lost in a crash: the first step is done again.
create unlogged table sign_in_ticket (
  -- SHA-256 of the ticket
  hash bytea primary key,
  uid int not null references account on delete cascade,
  -- how the first step went: password, sms
  first text not null,
  tries smallint not null default 0,
  expires_at bigint not null,
  -- whose count the tries go to: the account's, or that of a known device or place
  guard bytea not null default '',
  place text not null default ''
);
create index sign_in_ticket_uid on sign_in_ticket (uid);

-- Sign-ins by QR code that are under way. The browser knows what hashes to key_hash, the picture what hashes to qr_hash.
create unlogged table qr_sign_in (
  key_hash bytea primary key,
  qr_hash bytea not null unique,
  state text not null default 'wait' check (state in ('wait', 'scanned', 'confirmed', 'refused')),
  -- who scanned
  uid int references account on delete cascade,
  ip text not null,
  agent text not null,
  created_at bigint not null,
  expires_at bigint not null,
  -- when the owner of the session that confirmed it last showed to be there
  proved_at bigint not null default 0,
  -- where it was asked from, of IPv6 the /64
  place text not null default ''
);
create index qr_sign_in_expires on qr_sign_in (expires_at);

-- Who came in or failed to, per account; failures only of names that exist.
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

-- Codes that were asked for, sent or not; the last one of a key counts.
create table sent_code (
  id bigint generated always as identity primary key,
  -- SHA-256 of purpose, carrier and target; of carrier and target
  key bytea not null,
  target bytea not null,
  -- who asked
  ip text not null,
  -- SHA-256 of the code, sealed by the vault
  hash text not null,
  tries smallint not null default 0,
  used_at bigint,
  created_at bigint not null,
  expires_at bigint not null,
  -- where it was asked from, of IPv6 the /64
  place text not null default '',
  -- who asked: 0 anybody, 1 somebody with the password or a session, 2 from a place the account signed in from
  standing smallint not null default 0 check (standing between 0 and 2),
  -- tries from other places: they use up nothing of those where it was asked from
  tries_elsewhere smallint not null default 0
);
create index sent_code_key on sent_code (key, id desc);
create index sent_code_target on sent_code (target, created_at);
create index sent_code_place on sent_code (place, created_at);
create index sent_code_created on sent_code (created_at);

-- Saved views of the console's lists: search, filters, order, columns under a name.
create table list_view (
  id int generated always as identity primary key,
  uid int not null references account on delete cascade,
  -- as the console names its lists
  list text not null,
  name text not null,
  state jsonb not null,
  -- the list begins with it
  usual smallint not null default 0 check (usual in (0, 1)),
  created_at bigint not null,
  updated_at bigint not null
);
create unique index list_view_name on list_view (uid, list, lower(name));
create unique index list_view_usual on list_view (uid, list) where usual = 1;

-- How much of something a team may have; where no row is, it is as usual. team_id null: of all teams without one of their own.
create table team_quota (
  team_id int references team on delete cascade,
  key text not null,
  -- null: no limit
  most bigint,
  unique nulls not distinct (team_id, key)
);

-- What a team has used up of what is counted by the day (days since 1970, UTC).
create table team_quota_use (
  team_id int not null references team on delete cascade,
  key text not null,
  day int not null,
  used bigint not null,
  primary key (team_id, key, day)
);
