alter table campaign_device add column tries smallint not null default 0;
