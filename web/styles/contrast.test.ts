import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const css = readFileSync(join(import.meta.dirname, 'tokens.css'), 'utf8')
const [light = '', dark = ''] = css.split("[data-theme='dark']")

function tokens(text: string): Record<string, string> {
  return Object.fromEntries(
    [...text.matchAll(/--([\w-]+):\s*(#[0-9a-f]{6})/g)].map(([, name, colour]) => [name, colour]),
  )
}

const themes = { light: tokens(light), dark: { ...tokens(light), ...tokens(dark) } }

/** Text colours, their backgrounds, and the ratio required by WCAG AA: 4.5 for text, 3 for the frame of a control. */
const pairs: readonly [string, readonly string[], number][] = [
  ['ink', ['canvas', 'surface', 'raised', 'sunken', 'hover', 'selected'], 4.5],
  ['soft', ['canvas', 'surface', 'raised', 'sunken', 'hover', 'selected'], 4.5],
  ['faint', ['canvas', 'surface', 'raised', 'sunken', 'hover', 'selected'], 4.5],
  ['accent-text', ['canvas', 'surface', 'raised', 'sunken', 'hover', 'selected', 'accent-soft'], 4.5],
  ['success', ['surface', 'raised', 'sunken', 'hover', 'selected', 'success-soft'], 4.5],
  ['warning', ['surface', 'raised', 'sunken', 'hover', 'selected', 'warning-soft'], 4.5],
  ['danger', ['surface', 'raised', 'sunken', 'hover', 'selected', 'danger-soft'], 4.5],
  ['accent-ink', ['accent', 'accent-hover', 'danger-solid'], 4.5],
  ['tip-ink', ['tip'], 4.5],
  ['map-label', ['map-land', 'map-home', 'map-halo', 'map-sea'], 4.5],
  ['terminal-ink', ['terminal'], 4.5],
  ['control', ['surface', 'raised', 'canvas'], 3],
  ...['grey', 'blue', 'green', 'orange', 'red', 'purple', 'cyan', 'pink'].map(
    (name): [string, readonly string[], number] => [`tag-${name}`, ['surface', 'raised'], 3],
  ),
  ...Array.from({ length: 10 }, (_, at): [string, readonly string[], number] => [
    `chart-${at + 1}`,
    ['surface', 'raised'],
    3,
  ]),
]

const cases = Object.entries(themes).flatMap(([theme, colours]) =>
  pairs.flatMap(([text, grounds, least]) =>
    grounds.map((ground) => ({ theme, text, ground, least, ratio: contrast(colours[text], colours[ground]) })),
  ),
)

test.each(cases)('$theme: $text on $ground', ({ ratio, least }) => {
  expect(ratio).toBeGreaterThanOrEqual(least)
})

function contrast(a: string | undefined, b: string | undefined): number {
  const [low = 0, high = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y)
  return (high + 0.05) / (low + 0.05)
}

function luminance(colour = ''): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}
