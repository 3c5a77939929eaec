import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import type { KnipConfig } from 'knip'
import { listFiles, root } from './scripts/check/source.ts'
import { roomFiles } from './server/kernel/discovery/discover.ts'

/** Files of rooms that discovery loads; other files are used only if one of these imports them. */
const participants = roomFiles().takePart.map((path) => relative(join(root, 'server'), path))

/** Folders whose files are all loaded by a catalogue. */
const catalogues = ['rooms/alarm-type/definitions/*/*.ts', 'rooms/patrol/rule/*/*.ts']

const callFiles = listFiles('contract/rooms')
  .filter((path) => /\bdefine(?:Addresses|Calls|LogWords)\(/.test(readFileSync(join(root, path), 'utf8')))
  .map((path) => relative('contract', path))

export default {
  ignoreExportsUsedInFile: true,
  exclude: ['binaries', 'unlisted', 'duplicates'],
  ignoreDependencies: [
    '@biomejs/biome',
    'oxlint',
    'oxlint-tsgolint',
    'tailwindcss',
    '@expo-google-fonts/noto-sans-sc',
    '@fontsource-variable/noto-sans-sc',
    '@belvedere/.*',
  ],
  workspaces: {
    '.': {
      entry: [
        'scripts/run/follow-parent.mjs',
        'scripts/end-test-postgres.ts',
        'scripts/check/check.ts',
        'scripts/geography/convert-borders.ts',
        'scripts/check/compare-ucentral-schema.ts',
      ],
      project: ['scripts/**/*.{ts,mjs}'],
    },
    contract: {
      entry: [...callFiles, 'intents/*/{kind,test-samples}.ts'],
      project: ['**/*.ts'],
    },
    drivers: {
      entry: ['device/*/driver.ts', 'device/*/compile/*.ts', 'notify/*/channel.ts'],
      project: ['**/*.ts'],
    },
    server: {
      entry: [
        'main.ts',
        'gateways/*/gateway.ts',
        'migrations/test-data/test-make-dump.ts',
        ...catalogues,
        ...participants,
      ],
      project: ['**/*.ts'],
    },
    web: {
      entry: [
        'rooms/**/{screen,public-screen,planned,view,finder}.{ts,tsx}',
        'vitest.browser.config.ts',
        '{ui,rooms}/**/test-page.tsx',
      ],
      project: ['**/*.{ts,tsx}'],
    },
    agent: {
      entry: ['main.ts', 'bundle.ts', 'config/kinds/*.ts'],
      project: ['**/*.ts'],
    },
    fleet: {
      entry: ['main.ts', 'scenarios/*.ts'],
      project: ['**/*.ts'],
    },
    bench: {
      entry: ['main.ts', 'figures/*.ts', '**/*-child.ts'],
      project: ['**/*.ts'],
    },
    e2e: {
      entry: ['run.ts', '*.ts', 'attacks/*.e2e.ts', '**/*-child.ts'],
      project: ['**/*.ts'],
    },
    pure: {
      project: ['**/*.ts'],
    },
  },
} satisfies KnipConfig
