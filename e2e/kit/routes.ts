import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { PublicScreen, ScreenSpec } from '@belvedere/web/kit/routing/define-screen.ts'

/** One address of the console, as its screen file states it. */
export interface Route {
  /** With a value for every parameter. */
  readonly path: string
  readonly title: { readonly zh: string; readonly en: string }
  /** Shown without sign-in. */
  readonly isPublic: boolean
  readonly planned: boolean
  /** Takes the whole window. */
  readonly full: boolean
}

/** What stands for a parameter of an address; a new parameter must be named here, or its screens cannot be opened. */
const parameters: Readonly<Record<string, string>> = { activeName: 'ap', code: 'unknown' }

const rooms = join(import.meta.dirname, '../../web/rooms')

/** Every address, from the screen files themselves: there is no list. Throws for a parameter without a value. */
export async function findRoutes(): Promise<Route[]> {
  const files = readdirSync(rooms, { recursive: true, encoding: 'utf8' })
  const found = await Promise.all(files.filter((file) => /(^|[/\\])(public-)?screen\.ts$/.test(file)).map(routesIn))
  return found.flat().sort((a, b) => (a.path < b.path ? -1 : 1))
}

async function routesIn(file: string): Promise<Route[]> {
  const module = (await import(pathToFileURL(join(rooms, file)).href)) as Record<string, unknown>
  const isPublic = file.endsWith('public-screen.ts')
  return Object.values(module)
    .filter(
      (value): value is ScreenSpec & PublicScreen => typeof value === 'object' && value !== null && 'path' in value,
    )
    .map(({ path, title, planned = false, full = false }) => ({ path: filled(path), title, isPublic, planned, full }))
}

function filled(path: string): string {
  return path.replace(/\/\{-\$\w+\}/g, '').replace(/\$(\w+)/g, (_, name: string) => {
    const value = parameters[name]
    if (!value) throw new Error(`${path}: nothing stands for $${name}`)
    return value
  })
}
