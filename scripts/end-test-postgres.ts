import { endTestPostgres } from '../server/kernel/database/test-database.ts'

// After a run of tests or figures was ended by a signal: its processes had no time to stop the PostgreSQL that they shared.
await endTestPostgres()
