import { readRoutes } from '../facts/routes.ts'
import { defineQuery } from './define-query.ts'

export const routes = defineQuery('routes', async () =>
  (await readRoutes()).map(({ family, ...route }) => ({ family: `IPv${family}`, ...route })),
)
