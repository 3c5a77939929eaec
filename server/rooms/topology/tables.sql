-- needs: device
-- Links that devices report, each with its duration. The drawing of any time uses the links that were valid then.
create table link_observation (
  id bigint generated always as identity primary key,
  device_id int not null references device on delete cascade,
  scene_id int not null,
  -- 0 line to a provider, 1 LLDP, 2 a managed device behind a port, 3 a managed device at the radio, 4 its address, 5
  -- several addresses behind a port, 6 tunnel
  source smallint not null,
  -- the reporting device's socket, or name of the wireless network
  port text not null,
  -- hardware address; without one, the reported name; network of a tunnel
  peer text not null,
  name text not null default '',
  remote_port text not null default '',
  detail text not null default '',
  -- it has further devices behind it
  equipment boolean not null default true,
  since bigint not null,
  -- null: still reported
  until bigint
);
create unique index link_observation_open on link_observation (device_id, source, port, peer) where until is null;
create index link_observation_scene on link_observation (scene_id, since) where until is null;
create index link_observation_past on link_observation (scene_id, until) where until is not null;
create index link_observation_device on link_observation (device_id);

-- The identities of a device, and the networks that it offers; rewritten when they change.
create table topology_node (
  device_id int primary key references device on delete cascade,
  -- of its sockets and wireless networks
  macs text[] not null,
  -- its address in each network that it serves, and on each line, with prefix length
  lans text[] not null,
  wans text[] not null,
  ssids text[] not null,
  -- [{band, channel, width, power}]
  radios jsonb not null default '[]'
);

-- The rates of sockets with links: {port: [up, Mbit/s, bit/s in, bit/s out, lost of a million]}.
create table topology_flow (
  device_id int primary key references device on delete cascade,
  at bigint not null,
  ports jsonb not null
) with (fillfactor = 50);

-- Incremented with every change of links, so that computed graphs can be cached.
create table topology_version (
  scene_id int primary key references scene on delete cascade,
  rev bigint not null
) with (fillfactor = 50);

-- The scene and state of devices, by interval.
create table device_presence_interval (
  id bigint generated always as identity primary key,
  device_id int not null references device on delete cascade,
  scene_id int not null,
  online boolean not null,
  since bigint not null,
  until bigint
);
create unique index device_presence_interval_open on device_presence_interval (device_id) where until is null;
create index device_presence_interval_now on device_presence_interval (scene_id) where until is null;
create index device_presence_interval_past on device_presence_interval (scene_id, until) where until is not null;

create function record_presence_interval(device int, scene int, present boolean, at bigint) returns void language sql as $$
  -- shorter than a second: it never was
  delete from device_presence_interval where device_id = device and until is null and since >= at;
  update device_presence_interval set until = at where device_id = device and until is null;
  insert into device_presence_interval (device_id, scene_id, online, since)
  select device, scene, present, at where scene is not null;
$$;

create function record_presence_change() returns trigger language plpgsql as $$
begin
  perform record_presence_interval(new.device_id, d.scene_id, new.online, greatest(new.since, coalesce(d.claimed_at, d.created_at))) from device d where d.id = new.device_id;
  return null;
end $$;
create trigger topology_online after update of online on device_state for each row
  when (old.online is distinct from new.online) execute function record_presence_change();
-- deferred to the end: a restored device restores its intervals too, and one may be online by then
create function record_first_presence() returns trigger language plpgsql as $$
begin
  perform record_presence_interval(s.device_id, d.scene_id, s.online, greatest(s.since, coalesce(d.claimed_at, d.created_at)))
  from device_state s join device d on d.id = s.device_id where s.device_id = new.device_id;
  return null;
end $$;
create constraint trigger topology_state after insert on device_state deferrable initially deferred
  for each row execute function record_first_presence();

create function record_scene_change() returns trigger language plpgsql as $$
declare at bigint := extract(epoch from now())::bigint;
begin
  update link_observation set until = greatest(at, since) where device_id = new.id and until is null;
  perform record_presence_interval(new.id, new.scene_id, coalesce((select online from device_state where device_id = new.id), false), at);
  insert into topology_version as r (scene_id, rev)
  select scene, 1 from unnest(array[old.scene_id, new.scene_id]) as scene where scene is not null
    and exists (select 1 from scene s where s.id = scene) order by scene
  on conflict (scene_id) do update set rev = r.rev + 1;
  return null;
end $$;
create trigger topology_moved after update of scene_id on device for each row
  when (old.scene_id is distinct from new.scene_id) execute function record_scene_change();

-- The positions of nodes.
create table topology_place (
  scene_id int not null references scene on delete cascade,
  node text not null,
  x int not null,
  y int not null,
  primary key (scene_id, node)
);

-- The layout of a scene. `locked`: the pointer moves nothing. `arranged`: a person moved a node.
create table topology_layout (
  scene_id int primary key references scene on delete cascade,
  made_at bigint not null,
  arranged boolean not null default false,
  locked boolean not null default false,
  changed_by text not null default ''
);

-- Names and versions of devices, and settings of their radios, by interval. Without a foreign key to the device: the
-- past of a scene contains devices that were removed since.
create table device_properties_interval (
  id bigint generated always as identity primary key,
  device_id int not null,
  scene_id int not null,
  serial text not null,
  type smallint not null,
  name text not null,
  model text not null,
  firmware text not null,
  -- [{band, channel, width, power}], as reported
  radios jsonb not null,
  since bigint not null,
  until bigint
);
create unique index device_properties_interval_open on device_properties_interval (device_id) where until is null;
create index device_properties_interval_device on device_properties_interval (device_id, since);
create index device_properties_interval_scene on device_properties_interval (scene_id);
create index device_properties_interval_past on device_properties_interval (until) where until is not null;

-- Removed devices: their data for drawings of the past. Deleted when the device is restored, with their scene, or with
-- age.
create table removed_device (
  device_id int primary key,
  scene_id int not null,
  at bigint not null,
  mac text,
  ip text,
  macs text[] not null,
  lans text[] not null,
  wans text[] not null
);
create index removed_device_scene on removed_device (scene_id);
create index removed_device_at on removed_device (at);

create table removed_device_interval (
  device_id int not null,
  scene_id int not null,
  online boolean not null,
  since bigint not null,
  until bigint not null
);
create index removed_device_interval_scene on removed_device_interval (scene_id, until);
create index removed_device_interval_device on removed_device_interval (device_id);

create table removed_device_link (
  device_id int not null,
  scene_id int not null,
  source smallint not null,
  port text not null,
  peer text not null,
  name text not null,
  remote_port text not null,
  detail text not null,
  equipment boolean not null,
  since bigint not null,
  until bigint not null
);
create index removed_device_link_scene on removed_device_link (scene_id, until);
create index removed_device_link_device on removed_device_link (device_id);

-- Begins another interval of device_properties_interval when a property changed. An interval younger than a minute is
-- overwritten, so that a device cannot fill the table.
create function record_device_properties(device int) returns void language plpgsql as $$
declare
  at bigint := extract(epoch from now())::bigint;
  now_is record;
  last device_properties_interval;
begin
  select d.scene_id, d.serial, d.type, d.name, d.model, d.firmware, coalesce(n.radios, '[]'::jsonb) as radios into now_is
  from device d left join topology_node n on n.device_id = d.id where d.id = device;
  select * into last from device_properties_interval w where w.device_id = device and w.until is null;
  if last.id is not null then
    if (last.scene_id, last.serial, last.type, last.name, last.model, last.firmware, last.radios) is not distinct from
       (now_is.scene_id, now_is.serial, now_is.type, now_is.name, now_is.model, now_is.firmware, now_is.radios) then return; end if;
    if last.scene_id is not distinct from now_is.scene_id and last.since > at - 60 then
      update device_properties_interval set type = now_is.type, name = now_is.name, model = now_is.model, firmware = now_is.firmware, radios = now_is.radios
      where id = last.id;
      return;
    end if;
    update device_properties_interval set until = greatest(at, since) where id = last.id;
  end if;
  insert into device_properties_interval (device_id, scene_id, serial, type, name, model, firmware, radios, since)
  select device, now_is.scene_id, now_is.serial, now_is.type, now_is.name, now_is.model, now_is.firmware, now_is.radios, at
  where now_is.scene_id is not null;
end $$;

create function record_device_change() returns trigger language plpgsql as $$
begin
  perform record_device_properties(new.id);
  return null;
end $$;
create trigger topology_is after update of scene_id, type, name, model, firmware on device for each row
  when ((old.scene_id, old.type, old.name, old.model, old.firmware) is distinct from (new.scene_id, new.type, new.name, new.model, new.firmware))
  execute function record_device_change();

create function record_radio_change() returns trigger language plpgsql as $$
begin
  perform record_device_properties(new.device_id);
  return null;
end $$;
create trigger topology_radios_new after insert on topology_node for each row execute function record_radio_change();
create trigger topology_radios after update of radios on topology_node for each row
  when (old.radios is distinct from new.radios) execute function record_radio_change();

-- A restored device is not a removed one; ids are never reused for another device.
create function record_device_added() returns trigger language plpgsql as $$
begin
  if exists (select from removed_device where device_id = new.id) then
    delete from removed_device where device_id = new.id;
    delete from removed_device_interval where device_id = new.id;
    delete from removed_device_link where device_id = new.id;
  end if;
  if new.scene_id is not null then perform record_device_properties(new.id); end if;
  return null;
end $$;
create trigger topology_enters after insert on device for each row execute function record_device_added();

create function record_device_removed() returns trigger language plpgsql as $$
declare gone_at bigint := extract(epoch from now())::bigint;
begin
  if old.scene_id is null then return old; end if;
  insert into removed_device (device_id, scene_id, at, mac, ip, macs, lans, wans)
  select old.id, old.scene_id, gone_at, old.mac, coalesce(case when old.type in (0, 3, 4) then s.wan_ip end, s.lan_ip, s.wan_ip),
    coalesce(n.macs, '{}'), coalesce(n.lans, '{}'), coalesce(n.wans, '{}')
  from (select) x left join device_state s on s.device_id = old.id left join topology_node n on n.device_id = old.id
  on conflict do nothing;
  insert into removed_device_interval (device_id, scene_id, online, since, until)
  select device_id, scene_id, online, since, coalesce(until, greatest(gone_at, since)) from device_presence_interval where device_id = old.id;
  insert into removed_device_link (device_id, scene_id, source, port, peer, name, remote_port, detail, equipment, since, until)
  select device_id, scene_id, source, port, peer, name, remote_port, detail, equipment, since, coalesce(until, greatest(gone_at, since))
  from link_observation where device_id = old.id;
  update device_properties_interval set until = greatest(gone_at, since) where device_id = old.id and until is null;
  return old;
end $$;
create trigger topology_goes before delete on device for each row execute function record_device_removed();

create function delete_scene_history() returns trigger language plpgsql as $$
begin
  delete from removed_device where scene_id = old.id;
  delete from removed_device_interval where scene_id = old.id;
  delete from removed_device_link where scene_id = old.id;
  delete from device_properties_interval where scene_id = old.id;
  return null;
end $$;
create trigger topology_past_goes after delete on scene for each row execute function delete_scene_history();

-- Devices that are expected to be offline for ordered work, from the command until its bound at the latest.
create table device_absence (
  id bigint generated always as identity primary key,
  device_id int not null references device on delete cascade,
  -- the device that the work is done on: itself, or one that it depends on
  cause_id int not null,
  work text not null check (work in ('reboot', 'upgrade', 'factory', 'configure', 'restore', 'power')),
  -- the model of the device then: the duration is used for others of that model
  model text not null,
  by_name text not null,
  -- the reference of the work: task:12, change:3, campaign:7
  ref text not null,
  token uuid not null,
  from_at bigint not null,
  until bigint not null,
  back_at bigint,
  -- types of momentary alarms that the work explains
  explained text[] not null default '{}'
);
create index device_absence_device on device_absence (device_id, until);
create index device_absence_cause on device_absence (cause_id, until);
create index device_absence_token on device_absence (token);
create index device_absence_learned on device_absence (work, model, id desc) where back_at is not null and cause_id = device_id;
create index device_absence_until on device_absence (until);
