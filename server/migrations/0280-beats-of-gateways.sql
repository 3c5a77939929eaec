alter table gateway_run add column beats bigint not null default 0;
