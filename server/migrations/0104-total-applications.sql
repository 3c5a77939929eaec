-- A month of days of each application was much to add up: totals are kept, and a period is the difference of two days.
create table app_total (
  scene_id int not null,
  ts int not null,
  app text not null,
  rx bigint not null,
  tx bigint not null,
  simulated boolean not null,
  primary key (scene_id, ts, app)
);
insert into app_total (scene_id, ts, app, rx, tx, simulated)
select d.scene_id, d.ts, a.app, sum(a.rx), sum(a.tx), bool_or(a.simulated)
from (select distinct scene_id, ts from app_1d) d join app_1d a on a.scene_id = d.scene_id and a.ts <= d.ts group by 1, 2, 3;
drop table app_1d;
