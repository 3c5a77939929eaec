alter table radio_heard add column power jsonb not null default '{}';
