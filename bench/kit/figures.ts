import { readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type Figure, isFigure } from './define-figure.ts'

const dir = join(import.meta.dirname, '../figures')

export const figureFiles = () =>
  readdirSync(dir)
    .filter((name) => name.endsWith('.ts'))
    .sort()

/** `file`: an entry of `figureFiles()`, or a path. */
export async function figuresOf(file: string): Promise<Figure[]> {
  const module = (await import(pathToFileURL(resolve(dir, file)).href)) as object
  return Object.values(module).filter(isFigure)
}
