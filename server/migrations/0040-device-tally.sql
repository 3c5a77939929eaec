-- How many devices of a type a scene has, kept by triggers: a list is counted without looking at its rows.
create table device_tally (
  scene_id int not null references scene on delete cascade,
  type smallint not null,
  n int not null,
  primary key (scene_id, type)
) with (fillfactor = 50);

create function tally_devices() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into device_tally as t (scene_id, type, n)
    select scene_id, type, count(*) from added where scene_id is not null group by 1, 2 order by 1, 2
    on conflict (scene_id, type) do update set n = t.n + excluded.n;
  elsif tg_op = 'DELETE' then
    update device_tally t set n = t.n - r.n
    from (select scene_id, type, count(*) as n from removed group by 1, 2) r
    where t.scene_id = r.scene_id and t.type = r.type;
  else
    update device_tally set n = n - 1 where scene_id = old.scene_id and type = old.type;
    if new.scene_id is not null then
      insert into device_tally as t (scene_id, type, n) values (new.scene_id, new.type, 1)
      on conflict (scene_id, type) do update set n = t.n + 1;
    end if;
  end if;
  return null;
end $$;
create trigger device_added after insert on device
  referencing new table as added for each statement execute function tally_devices();
create trigger device_removed after delete on device
  referencing old table as removed for each statement execute function tally_devices();
create trigger device_moved after update of scene_id, type on device for each row
  when (old.scene_id is distinct from new.scene_id or old.type <> new.type) execute function tally_devices();

insert into device_tally (scene_id, type, n)
select scene_id, type, count(*) from device where scene_id is not null group by 1, 2;
