-- Mail addresses that members of a team bound, and whether their owners refuse mail of it; contacts have the same of their own.
create table mail_leave (
  team_id int not null references team on delete cascade,
  -- a keyed digest, and what is shown of it
  place text not null,
  masked text not null,
  -- SHA-256 of what the link in its mails carries, and that sealed
  leave_hash bytea not null unique,
  leave_token text not null,
  left_at bigint,
  primary key (team_id, place)
);
