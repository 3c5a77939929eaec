create extension if not exists pg_trgm;
create index device_find on device using gin ((haystack || ' ' || replace(lower(coalesce(mac, '')), ':', '')) gin_trgm_ops);
create index terminal_find on terminal using gin
  ((lower(coalesce(hostname, '') || ' ' || coalesce(ip, '') || ' ' || replace(mac::text, ':', ''))) gin_trgm_ops);
