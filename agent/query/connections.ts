import { readConnections } from '../facts/connections.ts'
import { defineQuery } from './define-query.ts'

export const connections = defineQuery('connections', readConnections)
