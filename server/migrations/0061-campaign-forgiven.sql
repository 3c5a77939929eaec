alter table campaign rename column forgiven to forgiven_at;
alter table campaign alter column forgiven_at type bigint;
