-- Terminals for other rooms. `is_wireless`: it is linked by radio.
create view terminal_view as
  select id, scene_id, mac, device_id, link, link > 0 as is_wireless, rank, online, ip, hostname, ssid, port, vlan, signal, since,
    first_seen, last_seen, dhcp_class
  from terminal;
