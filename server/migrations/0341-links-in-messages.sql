-- Messages have links by which their reader handles the alarms.
alter table alarm_user add column links smallint not null default 0 check (links in (0, 1));

-- Links of messages that were used: each once.
create table alarm_link_use (
  message_id bigint not null references alarm_message on delete cascade,
  action text not null check (action in ('acknowledge', 'silence', 'solve')),
  at bigint not null,
  by_name text not null,
  primary key (message_id, action)
);
