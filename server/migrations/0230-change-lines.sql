-- What devices say of configurations they are sent, line by line.
alter table change_item add column lines jsonb;
