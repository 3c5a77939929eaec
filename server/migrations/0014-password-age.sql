alter table account add column hash_at bigint not null default 0;
