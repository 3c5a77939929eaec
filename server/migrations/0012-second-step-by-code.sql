alter table account add column second_sms smallint not null default 0 check (second_sms in (0, 1));
alter table account add column second_email smallint not null default 0 check (second_email in (0, 1));
