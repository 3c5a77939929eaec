-- Simulated devices that joined the demo network once, also those that were removed from it.
create table demo_device (
  serial text primary key,
  scene_id int not null references demo_scene on delete cascade
);
create index demo_device_scene on demo_device (scene_id);

insert into demo_device (serial, scene_id)
  select d.serial, d.scene_id from device d join demo_scene s on s.scene_id = d.scene_id where d.simulated;
