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
