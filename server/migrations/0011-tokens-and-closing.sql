alter table account add column cancel_at bigint;

alter table session add column name text not null default '';
alter table session add column role smallint check (role between 0 and 3);
create unique index session_name on session (uid, lower(name)) where way = 'api';
