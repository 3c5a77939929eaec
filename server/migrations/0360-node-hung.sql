-- Its gateways do not answer the process they run in.
alter table node add column hung boolean not null default false;
