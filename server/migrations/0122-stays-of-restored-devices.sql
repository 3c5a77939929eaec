-- a device that comes back brings its stays along: what follows from its state is written after them
drop trigger topology_state on device_state;
create constraint trigger topology_state after insert on device_state deferrable initially deferred
  for each row execute function device_stays();
