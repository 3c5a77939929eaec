-- Devices that a change set has to itself stand in a table of their own.
create table config_hold (
  device_id int primary key,
  change_id int not null
);
insert into config_hold (device_id, change_id) select device_id, set_id from change_item where open;
alter table change_item drop column open;
-- each row is written three times within a minute: there is room for it beside itself
alter table change_item set (fillfactor = 40);
