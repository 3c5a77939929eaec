-- A ticket is good in the scene in which it was issued: who had the device before has nothing to put or get there.
alter table device_ticket add column scene_id int;
update device_ticket t set scene_id = d.scene_id from device d where d.id = t.device_id;
