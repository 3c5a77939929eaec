import { join } from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { compressed } from './compress-plugin.ts'
import { contractCalls } from './contract-calls-plugin.ts'
import { firstLoads } from './first-load-plugin.ts'
import { intentKinds } from './intent-kinds-plugin.ts'
import { sharedChunk } from './shared-chunk.ts'

const server = process.env.BELVEDERE_SERVER ?? 'http://127.0.0.1:8080'

const inConsole = ['shell/open-shell.tsx', 'kit/list/call-table.tsx', 'rooms/device/device-table/device-table.tsx']
const onPhone = [
  'rooms/account/mid/phone-frame.tsx',
  'rooms/alarm/phone/phone-alarms.tsx',
  'rooms/account/mid/me-tab.tsx',
  'rooms/scene/mobile/phone-scenes.tsx',
  'rooms/device/mobile/phone-devices.tsx',
]
const onPhoneLater = ['rooms/account/mid/watch.tsx', 'rooms/device/mobile/device-sheet.tsx']
const paths = (names: readonly string[]) => names.map((name) => join(import.meta.dirname, name))

/** Files that are needed together form one chunk: over HTTP/1.1 each further file waits for a free connection. */
const groups = [
  { name: 'before', priority: 6, test: /web[\\/]ahead\.ts$/ },
  {
    name: 'start',
    priority: 5,
    test: /web[\\/](main|kit[\\/](look[\\/]theme(-switch)?|loading[\\/]lazy-part))\.tsx?$/,
  },
  {
    name: 'outside',
    priority: 4,
    test: /rooms[\\/]account[\\/](outside-page|login[\\/](password-form|view))\.tsx$|web[\\/]kit[\\/]routing[\\/]go\.tsx$/,
  },
  // the phone page does not load the chunks of the console
  { name: sharedChunk('base', paths(inConsole), paths(onPhone)), priority: 3.5 },
  { name: sharedChunk('base-later', paths(inConsole), paths(onPhoneLater)), priority: 3.2 },
  { name: 'shell', priority: 3, test: /shell[\\/]open-shell\.tsx$/ },
  { name: 'table', priority: 2, test: /kit[\\/]list[\\/]call-table\.tsx$/ },
  // time charts are a separate chunk: pages with bars only do not load it
  {
    name: 'charts',
    priority: 0.6,
    includeDependenciesRecursively: false,
    test: /ui[\\/]chart[\\/](?!known-language|plot|time-|chart-tip)|kit[\\/]chart-card\.tsx$/,
  },
  { name: 'plot', priority: 0.5, includeDependenciesRecursively: false, test: /uplot[\\/]|ui[\\/]chart[\\/]/ },
  {
    name: 'stat',
    priority: 0.4,
    includeDependenciesRecursively: false,
    test: /web[\\/]rooms[\\/]stat[\\/](cards|board[\\/]period|[\w-]+\.ts$)/,
  },
  {
    name: 'data',
    priority: 0.3,
    includeDependenciesRecursively: false,
    test: /web[\\/]rooms[\\/]stat[\\/](board|(overview|terminal|alarm)[\\/](?!screen))/,
  },
  // a sparkline needs only the shapes
  { name: 'shapes', priority: 0.8, includeDependenciesRecursively: false, test: /[\\/]d3-(shape|path)[\\/]/ },
  { name: 'scales', priority: 0.8, includeDependenciesRecursively: false, test: /[\\/]d3-(scale|format)[\\/]/ },
  {
    name: 'interpolate',
    priority: 0.8,
    includeDependenciesRecursively: false,
    test: /[\\/]d3-(interpolate|color)[\\/]/,
  },
  { name: 'devices', priority: 1, test: /device-table[\\/]device-table\.tsx$/ },
]

/**
 * The first load contains the dependency list of lazily loaded parts. Small files (an enumeration, an icon) are
 * omitted: the part imports them itself, and the server sends preload hints for all files of an address.
 */
const worthNaming =
  /\.css$|\/(shell|base|base-later|table|devices|charts|shapes|scales|interpolate|stat|data|plot)-[^/]*$/

export default defineConfig({
  root: import.meta.dirname,
  plugins: [contractCalls(), intentKinds(), react(), tailwindcss(), firstLoads(), compressed()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    manifest: true,
    target: 'es2023',
    // data: addresses would require a wider Content-Security-Policy
    assetsInlineLimit: 0,
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_, files) => files.filter((file) => worthNaming.test(file)),
    },
    rolldownOptions: {
      input: { index: join(import.meta.dirname, 'index.html'), ahead: join(import.meta.dirname, 'ahead.ts') },
      output: { codeSplitting: { groups } },
    },
  },
  server: { proxy: { '/api': { target: server, ws: true } } },
})
