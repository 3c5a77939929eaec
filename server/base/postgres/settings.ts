/**
 * Settings of the embedded PostgreSQL: small at rest, durable at every commit, steady under ingest. They override those of `initdb`, so
 * that an upgrade of the product also upgrades the settings.
 */
export const settings: Readonly<Record<string, string>> = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  max_connections: '60',
  timezone: 'UTC',
  log_timezone: 'UTC',

  // touched pages count, not configured ones: an idle store stays far below this
  shared_buffers: '128MB',
  effective_cache_size: '1GB',
  work_mem: '8MB',
  maintenance_work_mem: '64MB',
  temp_buffers: '4MB',

  // an acknowledged sample is on disk; checkpoints are spread so that ingest never waits for one
  synchronous_commit: 'on',
  wal_level: 'replica',
  max_wal_senders: '0',
  wal_compression: 'on',
  wal_buffers: '16MB',
  min_wal_size: '128MB',
  max_wal_size: '2GB',
  checkpoint_timeout: '15min',
  checkpoint_completion_target: '0.9',

  // short queries on solid-state disks; compiling them costs more than running them
  jit: 'off',
  random_page_cost: '1.1',
  max_parallel_workers_per_gather: '1',
  max_worker_processes: '4',
  max_logical_replication_workers: '0',
  // three worker processes saved at rest, and no slower at our sizes
  io_method: 'sync',

  // insert-only partitions are frozen in passing, hot small tables are vacuumed often
  autovacuum_naptime: '30s',
  autovacuum_max_workers: '2',
  autovacuum_vacuum_scale_factor: '0.1',
  autovacuum_analyze_scale_factor: '0.05',

  log_checkpoints: 'off',
  log_min_messages: 'warning',
  // a refused statement is reported to its sender
  log_min_error_statement: 'panic',
  // a client that was killed must not hold its locks for hours
  client_connection_check_interval: '10s',
}
