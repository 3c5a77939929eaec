import { endTestPostgres } from '../server/kernel/database/test-database.ts'

// After a run of tests or figures that was ended: its processes had no time to stop the PostgreSQL they shared.
await endTestPostgres()
