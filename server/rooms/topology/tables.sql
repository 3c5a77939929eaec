-- needs: device
-- What devices tell of what they are linked to, each as long as it was told. The drawing of any moment is made of what was
-- valid then.
create table topology_sight (
  id bigint generated always as identity primary key,
  device_id int not null references device on delete cascade,
  scene_id int not null,
  -- 0 line to a provider, 1 LLDP, 2 a device of ours behind a port, 3 a device of ours at the radio, 4 its address,
  -- 5 several addresses behind a port, 6 tunnel
  way smallint not null,
  -- the teller's: socket, or name of the wireless network
  port text not null,
  -- hardware address; without one, what it is called; network of a tunnel
  who text not null,
  name text not null default '',
  remote_port text not null default '',
  detail text not null default '',
  -- it has devices of its own behind it
  equipment boolean not null default true,
  since bigint not null,
  -- null: told still
  until bigint
);
create unique index topology_sight_open on topology_sight (device_id, way, port, who) where until is null;
create index topology_sight_scene on topology_sight (scene_id, since) where until is null;
create index topology_sight_past on topology_sight (scene_id, until) where until is not null;
create index topology_sight_device on topology_sight (device_id);

-- By what others know a device, and what it offers; rewritten when it changes.
create table topology_node (
  device_id int primary key references device on delete cascade,
  -- of its sockets and wireless networks
  macs text[] not null,
  -- its address in each network it serves, and on each line, with prefix length
  lans text[] not null,
  wans text[] not null,
  ssids text[] not null
);

-- What passes the sockets that lead somewhere: {port: [up, Mbit/s, bit/s in, bit/s out, lost of a million]}.
create table topology_flow (
  device_id int primary key references device on delete cascade,
  at bigint not null,
  ports jsonb not null
) with (fillfactor = 50);

-- Rises with every change of who is linked to whom, so that what was made of it may be kept meanwhile.
create table topology_rev (
  scene_id int primary key references scene on delete cascade,
  rev bigint not null
) with (fillfactor = 50);

-- Where and how devices were, interval by interval.
create table topology_stay (
  id bigint generated always as identity primary key,
  device_id int not null references device on delete cascade,
  scene_id int not null,
  online boolean not null,
  since bigint not null,
  until bigint
);
create unique index topology_stay_open on topology_stay (device_id) where until is null;
create index topology_stay_now on topology_stay (scene_id) where until is null;
create index topology_stay_past on topology_stay (scene_id, until) where until is not null;

create function stay_devices(device int, scene int, present boolean, at bigint) returns void language sql as $$
  -- shorter than a second: it never was
  delete from topology_stay where device_id = device and until is null and since >= at;
  update topology_stay set until = at where device_id = device and until is null;
  insert into topology_stay (device_id, scene_id, online, since)
  select device, scene, present, at where scene is not null;
$$;

create function device_stays() returns trigger language plpgsql as $$
begin
  perform stay_devices(new.device_id, d.scene_id, new.online, greatest(new.since, coalesce(d.claimed_at, d.created_at))) from device d where d.id = new.device_id;
  return null;
end $$;
create trigger topology_online after update of online on device_state for each row
  when (old.online is distinct from new.online) execute function device_stays();
-- at the end: a device that comes back brings its stays along, and one may be online by then
create function device_begins() returns trigger language plpgsql as $$
begin
  perform stay_devices(s.device_id, d.scene_id, s.online, greatest(s.since, coalesce(d.claimed_at, d.created_at)))
  from device_state s join device d on d.id = s.device_id where s.device_id = new.device_id;
  return null;
end $$;
create constraint trigger topology_state after insert on device_state deferrable initially deferred
  for each row execute function device_begins();

create function device_moves() returns trigger language plpgsql as $$
declare at bigint := extract(epoch from now())::bigint;
begin
  update topology_sight set until = greatest(at, since) where device_id = new.id and until is null;
  perform stay_devices(new.id, new.scene_id, coalesce((select online from device_state where device_id = new.id), false), at);
  insert into topology_rev as r (scene_id, rev)
  select scene, 1 from unnest(array[old.scene_id, new.scene_id]) as scene where scene is not null
    and exists (select 1 from scene s where s.id = scene) order by scene
  on conflict (scene_id) do update set rev = r.rev + 1;
  return null;
end $$;
create trigger topology_moved after update of scene_id on device for each row
  when (old.scene_id is distinct from new.scene_id) execute function device_moves();

-- Where nodes stand, once they were placed.
create table topology_place (
  scene_id int not null references scene on delete cascade,
  node text not null,
  x int not null,
  y int not null,
  primary key (scene_id, node)
);

-- How a scene is drawn. `locked`: nothing moves by the pointer. `arranged`: a person moved something.
create table topology_layout (
  scene_id int primary key references scene on delete cascade,
  made_at bigint not null,
  arranged boolean not null default false,
  locked boolean not null default false,
  changed_by text not null default ''
);
