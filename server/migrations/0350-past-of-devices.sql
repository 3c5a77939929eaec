alter table topology_node add column radios jsonb not null default '[]';

-- What devices were called and ran, interval by interval, and how their radios were set. Not bound to the device: the past of a
-- scene shows devices that were removed since.
create table topology_was (
  id bigint generated always as identity primary key,
  device_id int not null,
  scene_id int not null,
  serial text not null,
  type smallint not null,
  name text not null,
  model text not null,
  firmware text not null,
  -- [{band, channel, width, power}], as they were reported
  radios jsonb not null,
  since bigint not null,
  until bigint
);
create unique index topology_was_open on topology_was (device_id) where until is null;
create index topology_was_device on topology_was (device_id, since);
create index topology_was_scene on topology_was (scene_id);
create index topology_was_past on topology_was (until) where until is not null;

-- Devices that were removed: what the drawing of a moment before needs of them. They leave when the device is put back, with
-- their scene, or with age.
create table topology_gone (
  device_id int primary key,
  scene_id int not null,
  at bigint not null,
  mac text,
  ip text,
  macs text[] not null,
  lans text[] not null,
  wans text[] not null
);
create index topology_gone_scene on topology_gone (scene_id);
create index topology_gone_at on topology_gone (at);

create table topology_gone_stay (
  device_id int not null,
  scene_id int not null,
  online boolean not null,
  since bigint not null,
  until bigint not null
);
create index topology_gone_stay_scene on topology_gone_stay (scene_id, until);
create index topology_gone_stay_device on topology_gone_stay (device_id);

create table topology_gone_sight (
  device_id int not null,
  scene_id int not null,
  way smallint not null,
  port text not null,
  who text not null,
  name text not null,
  remote_port text not null,
  detail text not null,
  equipment boolean not null,
  since bigint not null,
  until bigint not null
);
create index topology_gone_sight_scene on topology_gone_sight (scene_id, until);
create index topology_gone_sight_device on topology_gone_sight (device_id);

-- Begins another interval of topology_was where anything of it is otherwise. One that is younger than a minute is written over, so
-- that a device cannot fill the table.
create function note_device(device int) returns void language plpgsql as $$
declare
  at bigint := extract(epoch from now())::bigint;
  now_is record;
  was topology_was;
begin
  select d.scene_id, d.serial, d.type, d.name, d.model, d.firmware, coalesce(n.radios, '[]'::jsonb) as radios into now_is
  from device d left join topology_node n on n.device_id = d.id where d.id = device;
  select * into was from topology_was w where w.device_id = device and w.until is null;
  if was.id is not null then
    if (was.scene_id, was.serial, was.type, was.name, was.model, was.firmware, was.radios) is not distinct from
       (now_is.scene_id, now_is.serial, now_is.type, now_is.name, now_is.model, now_is.firmware, now_is.radios) then return; end if;
    if was.scene_id is not distinct from now_is.scene_id and was.since > at - 60 then
      update topology_was set type = now_is.type, name = now_is.name, model = now_is.model, firmware = now_is.firmware, radios = now_is.radios
      where id = was.id;
      return;
    end if;
    update topology_was set until = greatest(at, since) where id = was.id;
  end if;
  insert into topology_was (device_id, scene_id, serial, type, name, model, firmware, radios, since)
  select device, now_is.scene_id, now_is.serial, now_is.type, now_is.name, now_is.model, now_is.firmware, now_is.radios, at
  where now_is.scene_id is not null;
end $$;

create function device_is() returns trigger language plpgsql as $$
begin
  perform note_device(new.id);
  return null;
end $$;
create trigger topology_is after update of scene_id, type, name, model, firmware on device for each row
  when ((old.scene_id, old.type, old.name, old.model, old.firmware) is distinct from (new.scene_id, new.type, new.name, new.model, new.firmware))
  execute function device_is();

create function device_radios() returns trigger language plpgsql as $$
begin
  perform note_device(new.device_id);
  return null;
end $$;
create trigger topology_radios_new after insert on topology_node for each row execute function device_radios();
create trigger topology_radios after update of radios on topology_node for each row
  when (old.radios is distinct from new.radios) execute function device_radios();

-- A device that is put back is not gone; another one has no id that was given before.
create function device_enters() returns trigger language plpgsql as $$
begin
  if exists (select from topology_gone where device_id = new.id) then
    delete from topology_gone where device_id = new.id;
    delete from topology_gone_stay where device_id = new.id;
    delete from topology_gone_sight where device_id = new.id;
  end if;
  if new.scene_id is not null then perform note_device(new.id); end if;
  return null;
end $$;
create trigger topology_enters after insert on device for each row execute function device_enters();

create function device_goes() returns trigger language plpgsql as $$
declare gone_at bigint := extract(epoch from now())::bigint;
begin
  if old.scene_id is null then return old; end if;
  insert into topology_gone (device_id, scene_id, at, mac, ip, macs, lans, wans)
  select old.id, old.scene_id, gone_at, old.mac, coalesce(case when old.type in (0, 3, 4) then s.wan_ip end, s.lan_ip, s.wan_ip),
    coalesce(n.macs, '{}'), coalesce(n.lans, '{}'), coalesce(n.wans, '{}')
  from (select) x left join device_state s on s.device_id = old.id left join topology_node n on n.device_id = old.id
  on conflict do nothing;
  insert into topology_gone_stay (device_id, scene_id, online, since, until)
  select device_id, scene_id, online, since, coalesce(until, greatest(gone_at, since)) from topology_stay where device_id = old.id;
  insert into topology_gone_sight (device_id, scene_id, way, port, who, name, remote_port, detail, equipment, since, until)
  select device_id, scene_id, way, port, who, name, remote_port, detail, equipment, since, coalesce(until, greatest(gone_at, since))
  from topology_sight where device_id = old.id;
  update topology_was set until = greatest(gone_at, since) where device_id = old.id and until is null;
  return old;
end $$;
create trigger topology_goes before delete on device for each row execute function device_goes();

create function scene_past_goes() returns trigger language plpgsql as $$
begin
  delete from topology_gone where scene_id = old.id;
  delete from topology_gone_stay where scene_id = old.id;
  delete from topology_gone_sight where scene_id = old.id;
  delete from topology_was where scene_id = old.id;
  return null;
end $$;
create trigger topology_past_goes after delete on scene for each row execute function scene_past_goes();

-- what they were before is not known; from now on it is
insert into topology_was (device_id, scene_id, serial, type, name, model, firmware, radios, since)
select id, scene_id, serial, type, name, model, firmware, '[]', extract(epoch from now())::bigint from device where scene_id is not null;
