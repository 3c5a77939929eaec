-- Devices by kind, model and software version, as the last look of each day (UTC) found them.
create table model_1d (
  scene_id int not null,
  type smallint not null,
  ts int not null,
  model text not null,
  firmware text not null,
  n int not null,
  primary key (scene_id, ts, type, model, firmware)
);
create index model_1d_ts on model_1d (ts, type);
