-- Contacts and robots that are on duty in turns; each stands for whoever is on duty.
create table alarm_duty (
  team_id int primary key references team on delete cascade,
  -- of alarm_user, in the order of their turns
  member_ids int[] not null,
  every_days int not null check (every_days between 1 and 28),
  -- of the day, at which a turn ends
  minute int not null check (minute between 0 and 1439),
  first_day text not null,
  time_zone text not null,
  rev int not null default 1,
  updated_at bigint not null,
  changed_by text not null
);
