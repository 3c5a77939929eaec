import { describe, expect, test } from 'vitest'
import { breachesOf } from './import-rules.ts'
import { parseSource } from '../source.ts'

const planted = (path: string, text: string) =>
  breachesOf(parseSource(path, text)).map(({ line, text }) => `${line} ${text}`)

describe('each line of the table refuses a forbidden import', () => {
  test.each([
    ['contract/kit/table.ts', `import { x } from '../rooms/scene/scene.ts'`],
    ['contract/kit/table.ts', `import pg from 'pg'`],
    ['contract/kit/intent/kinds.ts', `import { readdirSync } from 'node:fs'`],
    ['contract/intents/lan/kind.ts', `import { kind } from '../wan/kind.ts'`],
    ['contract/intents/lan/kind.ts', `import { Type } from 'typebox'`],
    ['contract/rooms/scene/scene.ts', `import { deviceCalls } from '../device/device.ts'`],
    ['contract/rooms/scene/scene.ts', `import { x } from '@belvedere/server/kernel/db.ts'`],
    ['pure/cidr.ts', `import { readFile } from 'node:fs/promises'`],
    ['pure/cidr.ts', `import { Words } from '@belvedere/contract/kit/text.ts'`],
    ['drivers/device/ucentral-ap/driver.ts', `import { dbOf } from '@belvedere/server/kernel/db.ts'`],
    ['drivers/device/ucentral-ap/driver.ts', `import { x } from '../ucentral-switch/poe.ts'`],
    ['drivers/kit/facts.ts', `import { driver } from '../device/ucentral-ap/driver.ts'`],
    ['server/kernel/pipeline.ts', `import { listScenes } from '../rooms/scene/store.ts'`],
    ['server/kernel/pipeline.ts', `import type { Scene } from '../rooms/scene/api.ts'`],
    ['server/kernel/pipeline.ts', `import { sceneErrors } from '@belvedere/contract/rooms/scene/errors.ts'`],
    ['server/kernel/pipeline.ts', `import { readState } from '@belvedere/drivers/protocol/ucentral/state.ts'`],
    ['server/kernel/pipeline.ts', `import { nextRun } from '../engines/schedule/recurrence-rules.ts'`],
    ['server/kernel/pipeline.ts', `import { sendCommand } from '../devices/send-command.ts'`],
    ['server/kernel/pipeline.ts', `import type { DeviceFacts } from '@belvedere/drivers/kit/facts.ts'`],
    ['server/base/bus/bus.ts', `import { openDatabase } from '../../kernel/db.ts'`],
    ['server/base/bus/bus.ts', `import type { Report } from '../../devices/device-link.ts'`],
    ['server/engines/schedule/schedule.ts', `import { sendCommand } from '../../devices/send-command.ts'`],
    ['server/engines/schedule/schedule.ts', `import { listScenes } from '../../rooms/scene/api.ts'`],
    ['server/engines/schedule/schedule.ts', `import { sceneCalls } from '@belvedere/contract/rooms/scene/scene.ts'`],
    ['server/devices/send-command.ts', `import { endOf } from '../rooms/device/command/end-of.ts'`],
    ['server/engines/schedule/schedule.ts', `import { send } from '../outbox/outbox.ts'`],
    ['server/rooms/device/rules.ts', `import { schedule } from '../../engines/schedule/schedule.ts'`],
    ['server/gateways/ucentral/gateway.ts', `import { identify } from '../../rooms/device/api.ts'`],
    ['server/gateways/ucentral/gateway.ts', `import { driver } from '@belvedere/drivers/device/ucentral-ap/driver.ts'`],
    ['server/rooms/device/device.ts', `import { getScene } from '../scene/store.ts'`],
    ['server/rooms/device/device.ts', `const { getScene } = await import('../scene/store.ts')`],
    ['server/rooms/device/device.ts', `export { getScene } from '../scene/store.ts'`],
    ['server/rooms/device/device.ts', `import { driver } from '@belvedere/drivers/device/ucentral-ap/driver.ts'`],
    ['server/rooms/device/rules.ts', `import { listDevices } from './store.ts'`],
    ['server/rooms/device/rules.ts', `import { readFile } from 'node:fs/promises'`],
    ['server/rooms/device/rules.ts', `import sql from 'sql-template-tag'`],
    ['web/ui/dialogs/dialog.tsx', `import { call } from '../../kit/calls/call.ts'`],
    ['web/ui/dialogs/dialog.tsx', `import { say } from '@belvedere/contract/kit/text.ts'`],
    ['web/kit/calls/call.ts', `import { header } from '../../shell/header.tsx'`],
    ['web/kit/calls/call.ts', `import { serverOnly } from '@belvedere/server/kernel/db.ts'`],
    ['web/rooms/device/ap/view.tsx', `import { List } from '../../scene/list/view.tsx'`],
    ['web/rooms/device/ap/view.tsx', `import { readFileSync } from 'node:fs'`],
    ['agent/reports/report.ts', `import { openLog } from '@belvedere/server/base/process/log.ts'`],
    ['fleet/main.ts', `import { openLog } from '@belvedere/server/base/process/log.ts'`],
    ['fleet/main.ts', `import { driver } from '@belvedere/drivers/device/ucentral-ap/driver.ts'`],
    ['fleet/model.test.ts', `import { openPki } from '@belvedere/server/rooms/device/store.ts'`],
    ['scripts/run.mjs', `import { build } from 'vite'`],
  ])('%s: %s', (path, text) => {
    expect(planted(path, `\n${text}`)).toEqual([expect.stringMatching(/^2 imports /)])
  })
})

test.each([
  ['contract/rooms/scene/scene.ts', `import { deviceType } from '../device/enums.ts'; import { Type } from 'typebox'`],
  [
    'server/devices/ingest/ingest.ts',
    `import type { DeviceFacts } from '@belvedere/drivers/kit/facts.ts'; import pg from 'pg'`,
  ],
  [
    'server/rooms/device/device.ts',
    `import { sceneCame } from '../scene/api.ts'; import { listDevices } from './store.ts'`,
  ],
  [
    'server/rooms/device/rules.ts',
    `import { mac } from '@belvedere/pure/mac.ts'; import type { Row } from './store.ts'`,
  ],
  [
    'web/rooms/device/ap/view.tsx',
    `import { SceneName } from '../../scene/api.tsx'; import { Button } from '../../../ui/button.tsx'`,
  ],
  ['fleet/model.ts', `import hello from '@belvedere/drivers/device/ucentral-ap/recordings/hello.json'`],
  [
    'server/rooms/device/device.test.ts',
    `import { startTestServer } from '../../kernel/test-server.ts'; import { driver } from '../scene/store.ts'`,
  ],
])('%s may: %s', (path, text) => {
  expect(planted(path, text)).toEqual([])
})

test('a comment and a text are not imports', () => {
  expect(planted('pure/cidr.ts', `// import pg from 'pg'\nconst text = "import pg from 'pg'"`)).toEqual([])
})

test('a file that cannot be parsed is an error', () => {
  expect(() => parseSource('pure/cidr.ts', 'import {')).toThrow(/pure\/cidr.ts/)
})
