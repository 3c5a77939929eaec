-- Who is away is asked every second, and nearly everybody is there.
create index device_state_away on device_state (since) where not online;
